/** How wide the column of actions at the end of a row is. */

export interface RowRoom {
  /** How many buttons without words a row has at most. */
  rowButtons?: number | undefined
  /** Pixels, where buttons have words. */
  actionsWidth?: number | undefined
}

/** A length of CSS: as many buttons as a row may have, which are larger for fingers, and what is between and around them (Row.tsx). */
export const widthOfActions = ({ rowButtons = 1, actionsWidth }: RowRoom): string =>
  actionsWidth === undefined ? `calc(${2 * rowButtons + 11}px + ${rowButtons} * var(--row-button))` : `${actionsWidth}px`
