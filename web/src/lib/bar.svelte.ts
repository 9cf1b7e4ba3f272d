/** Which list of the decision bar is open: null, 'all', a verb, or '+' for the actions that mean what was touched. */
export const bar = $state<{ open: string | null; meant: string[] }>({ open: null, meant: [] });
