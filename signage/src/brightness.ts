/** At its darkest a screen is not wholly black: the display must not look broken. */
const darkest = 0.8

/** How much light a layer over the screen leaves, for a brightness of 0 to 1. */
export const lightLeft = (brightness: number): number => 1 - (1 - brightness) * darkest
