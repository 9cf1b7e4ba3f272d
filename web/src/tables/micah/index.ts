import { tableFor } from '..';
import type { View } from './view';
import Ask from './Ask.svelte';
import Stage from './Stage.svelte';
import { rhythm, tell } from './story';
import { words } from './text';

export default tableFor<View>({ Stage, Ask, rhythm, tell, endings: words.endings, lists: true });
