/** Colours of panels, and of the drawings that are made for them. */
export const colourClasses = ['bw', 'bwr', 'bwry'] as const
export type ColourClass = (typeof colourClasses)[number]
/** What panels can show (`label/src/palettes.ts`): drawings are made for three classes, and drawn in any of these. */
export const panelPalettes = [...colourClasses, 'bwy', 'gray4', 'gray16', 'spectra6', 'seven'] as const
export type PanelPalette = (typeof panelPalettes)[number]
/** Colour classes a panel can show, best first: a drawing for fewer colours always works. None that uses red goes to a panel without it. */
export const classesFor: Record<PanelPalette, readonly ColourClass[]> = {
  bwry: ['bwry', 'bwr', 'bw'],
  bwr: ['bwr', 'bw'],
  bw: ['bw'],
  bwy: ['bw'],
  gray4: ['bw'],
  gray16: ['bw'],
  spectra6: ['bwry', 'bwr', 'bw'],
  seven: ['bwry', 'bwr', 'bw'],
}
