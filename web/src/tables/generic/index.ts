import type { TableKit } from '..';
import Ask from './Ask.svelte';
import Stage from './Stage.svelte';

const kit: TableKit = { Stage, Ask, lists: true };
export default kit;
