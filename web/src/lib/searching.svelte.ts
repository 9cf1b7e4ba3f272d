/** Is somebody looked for, and who has come? What the page must know before it has the code that looks. */
export const searching = $state({ on: false, come: '' });
