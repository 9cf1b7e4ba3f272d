import { tableFor } from '..';
import type { LogLine } from '../../lib/protocol';
import type { View } from './view';
import Ask from './Ask.svelte';
import Stage from './Stage.svelte';
import { rhythm, tell } from './story';
import { words } from './text';

const quiet = ({ event }: LogLine) => event.auto === true || /^chain_(opened|ended)$/.test(event.kind);

export default tableFor<View>({ Stage, Ask, rhythm, tell, endings: words.endings, lists: true, quiet });
