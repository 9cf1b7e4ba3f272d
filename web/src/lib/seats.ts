/** Six seats, each with a device, an ink and a hatching: never the ink alone. */
import Lantern from '~icons/game-icons/lantern-flame';
import Goose from '~icons/game-icons/goose';
import Key from '~icons/game-icons/key';
import Boot from '~icons/game-icons/walking-boot';
import Stein from '~icons/game-icons/beer-stein';
import Owl from '~icons/game-icons/owl';

const hatch = {
  solid: 'none',
  up: 'repeating-linear-gradient(118deg, rgb(255 240 220/.2) 0 2px, transparent 2px 7px)',
  dots: 'radial-gradient(rgb(255 240 220/.35) 1.2px, transparent 1.4px) 0 0/7px 7px',
  lying: 'repeating-linear-gradient(0deg, rgb(255 240 220/.22) 0 2px, transparent 2px 6px)',
  cross:
    'repeating-linear-gradient(45deg, rgb(255 240 220/.2) 0 1.5px, transparent 1.5px 7px), repeating-linear-gradient(-45deg, rgb(255 240 220/.2) 0 1.5px, transparent 1.5px 7px)',
  upright: 'repeating-linear-gradient(90deg, rgb(255 240 220/.22) 0 2px, transparent 2px 6px)',
};

const DEVICES = [
  { icon: Lantern, device: 'lantern', ink: 'woad', hatching: hatch.solid },
  { icon: Goose, device: 'goose', ink: 'madder', hatching: hatch.up },
  { icon: Key, device: 'key', ink: 'moss', hatching: hatch.dots },
  { icon: Boot, device: 'boot', ink: 'ochre', hatching: hatch.lying },
  { icon: Stein, device: 'stein', ink: 'verdigris', hatching: hatch.cross },
  { icon: Owl, device: 'owl', ink: 'sloe', hatching: hatch.upright },
];

export function deviceOf(seat: number) {
  return DEVICES[seat % DEVICES.length]!;
}
