"""Codes that people can say to each other: a word and a number."""

from __future__ import annotations

import secrets

_TEXT = (
    "acorn anchor anvil apple arrow badger bagpipe barley barrel basket beacon beaver beetle bell bench "
    "berry bishop blanket bonnet boot bottle bramble bread bridge broom bucket butter button cabbage candle "
    "canoe carpet carrot castle cellar chalk cheese cherry chestnut chimney cider clover cobbler compass "
    "copper cricket crown crumpet cup curtain daisy dragon drum duck dumpling eagle egg elbow ember fable "
    "falcon feather fiddle fig flagon flute fox garlic garnet gate ghost ginger goat goblin goose gravy "
    "griffin hammer hamper harp hat hazel hearth hedgehog heron hinge honey horn ink ivy jacket jam jug "
    "juniper kettle key kitten ladder ladle lamp lantern lark lemon lily loaf lobster lute magpie mallet "
    "maple marmot mask meadow mill mirror mitten mole moss mug mushroom mustard needle nettle nutmeg oak "
    "oar onion otter oven owl oyster paddle parsley pebble pepper pickle pigeon pillow pipe plum pocket "
    "poppy porridge potato pudding pumpkin quill rabbit radish raven ribbon robin rose rudder saddle sage "
    "salmon sandal saucer scarf shell shovel sickle slipper snail sparrow spoon squirrel stein stool stove "
    "sword tankard tart teapot thimble thistle thyme toad torch tower trout trumpet tulip turnip violet "
    "wagon walnut weasel whistle willow window wolf wren yarrow"
)
WORDS = _TEXT.split()


def new_code() -> str:
    """A code such as goose-4117. Looking codes up is rate-limited, so that nobody can try them all."""
    return f"{secrets.choice(WORDS)}-{secrets.randbelow(9000) + 1000}"
