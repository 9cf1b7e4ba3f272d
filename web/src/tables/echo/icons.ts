import Wall from '~icons/game-icons/stone-wall';
import Seer from '~icons/game-icons/third-eye';
import Rogue from '~icons/game-icons/grapple';
import Bard from '~icons/game-icons/banjo';
import Diplomat from '~icons/game-icons/scroll-quill';
import Ranger from '~icons/game-icons/boot-prints';
import Steward from '~icons/game-icons/keyring';
import Barbarian from '~icons/game-icons/battered-axe';
import Witch from '~icons/game-icons/cauldron';
import Mercenary from '~icons/game-icons/two-coins';
import Monarch from '~icons/game-icons/queen-crown';
import Rile from '~icons/game-icons/megaphone';
import Divert from '~icons/game-icons/goose';
import Sabotage from '~icons/game-icons/spanner';
import Gambit from '~icons/game-icons/coinflip';
import Ambush from '~icons/game-icons/berry-bush';
import Mountain from '~icons/game-icons/peaks';
import Glade from '~icons/game-icons/mushrooms';
import Night from '~icons/game-icons/night-sky';
import Urban from '~icons/game-icons/village';
import Unknown from '~icons/game-icons/cowled';
import type { Component } from 'svelte';
// inside the table's own script: they are its largest pictures, and a request of their own would hold up the first look
import glade from '../../art/field-glade.svg?inline';
import mountain from '../../art/field-mountain.svg?inline';
import urban from '../../art/field-urban.svg?inline';
import night from '../../art/field-night.svg?inline';
import plains from '../../art/field-plains.svg?inline';
import strand from '../../art/field-last-strand.svg?inline';

const icons: Record<string, Component> = {
  wall: Wall,
  seer: Seer,
  rogue: Rogue,
  bard: Bard,
  diplomat: Diplomat,
  ranger: Ranger,
  steward: Steward,
  barbarian: Barbarian,
  witch: Witch,
  mercenary: Mercenary,
  monarch: Monarch,
  'rile-the-public': Rile,
  'divert-attention': Divert,
  sabotage: Sabotage,
  gambit: Gambit,
  ambush: Ambush,
  mountain: Mountain,
  glade: Glade,
  night: Night,
  urban: Urban,
};

const scenes: Record<string, string> = { glade, mountain, urban, night, plains, 'last-strand': strand };

/** A silhouette for a card; a designer's new card wears a hood until somebody draws it. */
export const iconOf = (id: string): Component => icons[id] ?? Unknown;
export const sceneOf = (field: string): string => scenes[field] ?? plains;
