/** Display devices that are known (specification 3 §3), their screens and what belongs to a screen. */

export interface Model {
  code: string
  name: string
  /** What its template says: the size of its screen in inches. */
  size: TemplateSize
}
/** In the order in which they are shown. */
export const templateSizeNames = ['23.1', '29', '35.4'] as const
export type TemplateSize = (typeof templateSizeNames)[number]
/** Sizes of templates with their pixels (specification 3 §3, "Screen sizes"). */
export const templateSizes = {
  '23.1': { width: 1920, height: 158 },
  '35.4': { width: 2880, height: 158 },
  '29': { width: 1920, height: 540 },
} as const satisfies Record<TemplateSize, { width: number; height: number }>

export const models: readonly Model[] = [
  { code: 'IP231A', name: '23.1in 60cm', size: '23.1' },
  { code: 'IP354A', name: '35.4in 90cm', size: '35.4' },
  { code: 'IP231TA', name: '23.1in touch (old)', size: '23.1' },
  { code: 'IP231TB', name: '23.1in touch', size: '23.1' },
  { code: 'IP231TC', name: '23.1in face', size: '23.1' },
  { code: 'IP291TA', name: '29in touch', size: '29' },
  { code: 'IP471A', name: '47.1in 120cm', size: '35.4' },
  { code: 'IPFINDERA', name: 'Finder', size: '23.1' },
  { code: 'IPMINI', name: 'Mini', size: '23.1' },
  { code: 'IPSTBOXA', name: 'QB Box', size: '29' },
]
const sizes = new Map(models.map((model) => [model.code, model.size]))

/** The template size of a device: by its model, or else the one whose shape is nearest to its screen's. */
export function sizeOf(model: string, screen: { width: number; height: number }): TemplateSize {
  const known = sizes.get(model)
  if (known !== undefined) return known
  const away = (name: TemplateSize) => {
    const { width, height } = templateSizes[name]
    return Math.abs(Math.log(screen.width / width)) + Math.abs(Math.log(screen.height / height))
  }
  const [first, ...others] = templateSizeNames
  return others.reduce<TemplateSize>((best, name) => (away(name) < away(best) ? name : best), first)
}

/** Places for products on a screen, numbered from 1 (specification 3 §9). */
export const slotsOf = (screenWidth: number): number => 2 * Math.floor(screenWidth / 180)

/** How far the shapes of two screens may differ. */
const sameShape = 1.1
/** Whether one screen has the shape of the other, lying or standing: what is drawn for it fills it. */
export function fits(screen: { width: number; height: number }, drawnFor: { width: number; height: number }): boolean {
  const shape = ({ width, height }: { width: number; height: number }) => Math.max(width, height) / Math.min(width, height)
  const [own, drawn] = [shape(screen), shape(drawnFor)]
  return Math.max(own, drawn) / Math.min(own, drawn) < sameShape
}

/** Screens of the devices in a v1 show by their type, before they are turned (specification 3 §3). */
export const panelSizes = { 23: { width: 1920, height: 158 }, 29: { width: 1920, height: 540 } } as const
export type PanelType = keyof typeof panelSizes

/**
 * A device's address as people type and scan it (specification 3 §5): at least 12 hexadecimal digits without colons and dashes; digits behind
 * them are a slot. `state` as the assign dialog knows it: 0 no address, 1 an address, 2 an address with a slot (specification 3 §4).
 */
export function parseDeviceId(text: string): { state: 0 } | { state: 1; mac: string } | { state: 2; mac: string; slot: number } {
  const plain = text.trim().toLowerCase().replaceAll(/[:-]/g, '')
  const [, digits, slot = ''] = /^([0-9a-f]{12})(\d*)$/.exec(plain) ?? []
  if (digits === undefined) return { state: 0 }
  const mac = digits.replaceAll(/(..)(?=.)/g, '$1:')
  return slot === '' ? { state: 1, mac } : { state: 2, mac, slot: Number(slot) }
}
