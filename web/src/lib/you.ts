/** A line of the ledger as it is said to the one it speaks of: "Wren gains" is "You gain" to Wren. */

/** words after a name that are no verbs, although they end like one */
const NO_VERB = /^(as|its|his|this|thus|plus|less|across|always|towards|besides|perhaps|minus)$/;
const IRREGULAR: Record<string, string> = {
  is: 'are',
  was: 'were',
  has: 'have',
  dies: 'die',
  lies: 'lie',
  ties: 'tie',
};

/** What "gains" of "Wren gains" is after "you". */
function plainVerb(verb: string): string {
  if (IRREGULAR[verb]) return IRREGULAR[verb];
  if (NO_VERB.test(verb) || !/[^s]s$/.test(verb)) return verb;
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`;
  return verb.slice(0, /(ss|sh|ch|x|zz|o)es$/.test(verb) ? -2 : -1);
}

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Your second verb: "You strike and wins" is no English. Until the sentence ends it is you who does it. */
const agreed = (text: string) =>
  text.replace(/(?<=^|[.!?] )You (?!and\b)[^.!?]*/g, (sentence) => sentence.replace(/(?<=\band )[a-z]+\b/g, plainVerb));

/** The name, and as a line begins with it: "wren gains" is told as "Wren gains". */
const called = (name: string) => `(?:${escaped(name)}|^${escaped(name.charAt(0).toUpperCase() + name.slice(1))})`;

/** What is yours is not "of you". */
const owned = (text: string, name: string) =>
  text.replace(
    new RegExp(`\\b(T|t)he ((?:\\p{L}+ ){1,3})of ${called(name)}(?![\\p{L}\\p{N}]|['’]s)`, 'gu'),
    (_, begins: string, what: string) => `${begins === 'T' ? 'Your' : 'your'} ${what.trim()}`,
  );

export function saidToYou(text: string, name: string): string {
  const spoken = new RegExp(
    `([.!?;:] |)(?<![\\p{L}\\p{N}])${called(name)}(?![\\p{L}\\p{N}])(?:(['’]s)|( and\\b)|( )([a-z]+))?`,
    'gu',
  );
  const spokenTo = owned(text, name).replace(spoken, (_, before: string, owns, and, gap, next, at: number) => {
    const subject = !at || !!before; // the name begins what is said, so a verb follows
    const begins = subject && !/[;:]/.test(before);
    if (owns) return `${before}${begins ? 'Your' : 'your'}`;
    const after = and ?? (next === undefined ? '' : `${gap}${subject ? plainVerb(next) : next}`);
    return `${before}${begins ? 'You' : 'you'}${after}`;
  });
  return agreed(spokenTo);
}

/** Of two at a table, "the rival" is the other than who did it: to the one it was done to, that is you. */
export const rivalIs = (text: string, doer: number, you: number, other: string): string =>
  text.replace(/\bthe rival\b/g, doer === you ? other : 'you');
