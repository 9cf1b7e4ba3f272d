import type { Scene } from '../../lib/scene.svelte';
import type { View } from './view';
import { aimOf } from './aim.svelte';
import { BUTTON, tourFor } from '../../tours';
import { words as say } from './tour.text';

/** What Fennimore does, in order: a burning bolt, magic, a shield, a needle, a Bubble; then he is patient. */
const SCRIPT = [
  'attack:normal:2:player',
  'magic',
  'heal:4',
  'magic',
  'attack:pierce:player',
  'summon:bubble',
  'magic',
  'heal:4',
  'magic',
  'heal:4',
];

const moving = (scene: Scene<View>) => scene.decision?.name === 'move';

/** Now, if one of these is offered; a Specter's question is waited for. */
const offered =
  (...heads: string[]) =>
  (scene: Scene<View>) =>
    moving(scene)
      ? heads.some((head) => scene.choices.some((choice) => choice.id === head || choice.id.startsWith(`${head}:`)))
      : null;

/** First the move, then the button that carries it out. */
const press = (move: string) => (scene: Scene<View>) =>
  aimOf(scene).aimed.length ? BUTTON : move ? `[data-move="${move}"]` : '.mv .slip.can';

export default tourFor<View>({
  game: 'magicduel',
  preset: 'tournament',
  options: {},
  rival: (choices, _view, count) => {
    const wanted = SCRIPT[count];
    return (
      choices.find((choice) => choice.id === wanted)?.id ??
      choices.find((choice) => choice.id === 'magic')?.id ??
      choices[0]?.id ??
      ''
    );
  },
  notes: [
    { ...say.sides, at: '.side:not(.r) .por' },
    { ...say.save, at: press('magic'), asks: true, when: offered('magic') },
    { ...say.fire, at: '.side:not(.r) .g', when: (scene) => (scene.view?.seats[0]?.burn ?? 0) > 0 },
    { ...say.tea, at: press('heal'), asks: true, when: offered('heal') },
    { ...say.bolt, at: press('normal'), asks: true, when: offered('attack:normal') },
    {
      ...say.needle,
      at: press('pierce'),
      asks: true,
      when: (scene) => (scene.view?.seats[1]?.shield ?? 0) > 0 && offered('attack:pierce')(scene),
    },
    { ...say.bigger, at: press('magic'), asks: true, when: offered('magic') },
    { ...say.bubble, at: press('bubble'), asks: true, when: offered('summon:bubble', 'buff:bubble') },
    { ...say.more, at: press('magic'), asks: true, when: offered('magic') },
    { ...say.specter, at: press('specter'), asks: true, when: offered('summon:specter') },
    { ...say.finish, at: press(''), asks: true, when: offered('attack', 'heal', 'magic') },
    { ...say.storm, at: '.mid' },
  ],
  otherwise: () => ({ ...say.asks, at: BUTTON, asks: true }),
});
