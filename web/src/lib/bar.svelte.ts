/** Which list of the decision bar is open: null, 'all', a verb, or '+' and the thing that was touched. */
export const bar = $state<{ open: string | null }>({ open: null });
