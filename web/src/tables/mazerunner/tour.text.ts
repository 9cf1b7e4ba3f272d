/** What the tour says, in English. It comes with the tour, never with the hall. */
export const words = {
  goal: {
    title: 'A race for the map.',
    text: 'Whoever first has ten pieces of the map wins. The maze lies face down; it is known only where somebody has walked.',
  },
  runner: {
    title: 'Your runner.',
    text: 'Health, pieces of the map, and what is in the bag. Whoever has no health left is out of the race.',
  },
  plan: {
    title: 'Out, or by the fire?',
    text: 'Staying heals. Exploring rolls dice and takes you through a door. Choose to explore: nothing is found by the fire.',
  },
  dice: {
    title: 'Keep what you like.',
    text: 'Red is power in a fight, green is steps, blue is what you gather. What you do not keep rolls again, twice at most. Keep everything this time.',
  },
  door: {
    title: 'Four doors.',
    text: 'Behind each lies a block that nobody has seen. Take one; the one in the light is as good as another.',
  },
  steps: {
    title: 'Half a step, a whole step.',
    text: 'A block that was trodden costs ½, the dark costs 1. The bar says what is left. Go on, or go home with what you have.',
  },
  why: {
    title: 'Every line has a why.',
    text: 'What happened stands in the ledger, and the why beside it opens the rule. That is all you need to find ten pieces.',
  },
  otherwise: {
    title: 'Your choice.',
    text: 'Whatever glows can be done now. The one in the light is a good lesson, but do as you like.',
  },
};
