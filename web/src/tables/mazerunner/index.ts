import { tableFor } from '..';
import type { View } from './view';
import Ask from './Ask.svelte';
import Stage from './Stage.svelte';

export default tableFor<View>({ Stage, Ask, lists: true });
