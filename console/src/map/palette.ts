/** The map's colours: the console's tokens and a few of its own (map.css), as they stand now. */
import type { NodeStatus } from '@endcap/contract/vocabulary'

export interface Palette {
  name: 'light' | 'dark'
  sea: string
  land: string
  shore: string
  border: string
  dot: string
  placeText: string
  countryText: string
  /** Around letters and signs: the land's colour. */
  halo: string
  surface: string
  ink: string
  accent: string
  states: Record<NodeStatus, string>
}

export function readPalette(name: Palette['name'], element: Element): Palette {
  const style = getComputedStyle(element)
  const token = (property: string) => style.getPropertyValue(property).trim()
  return {
    name,
    sea: token('--map-sea'),
    land: token('--map-land'),
    shore: token('--map-shore'),
    border: token('--map-border'),
    dot: token('--idle'),
    placeText: token('--ink-3'),
    countryText: token('--map-country'),
    halo: token('--map-land'),
    surface: token('--surface'),
    ink: token('--ink'),
    accent: token('--accent'),
    states: { NORMAL: token('--ok'), ALARM: token('--alarm'), OFFLINE: token('--bad') },
  }
}
