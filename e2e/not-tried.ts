/** How the reason of a step begins that was left out, since one before it failed. */
export const notTried = 'Not tried:'
