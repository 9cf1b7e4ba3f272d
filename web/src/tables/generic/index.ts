import type { TableKit } from '..';
import Stage from './Stage.svelte';

const kit: TableKit = { Stage };
export default kit;
