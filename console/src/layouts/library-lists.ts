/** What both lists of the library have in common: the cards and the table. */
import { colourClasses } from '@endcap/contract/colour-classes'
import { layoutKinds, type Drawing } from '@endcap/contract/layout-drawings'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { drawingStates } from '../ui/drawings.ts'

/** What is opened for a drawing. */
export interface OfDrawing {
  what: 'copy' | 'archive' | 'remove'
  drawing: Drawing
}
export interface LibraryListProps {
  mayWrite: boolean
  head: ReactNode
  onOpen: (open: OfDrawing) => void
}

/** What drawings are filtered by. */
export const drawingFilters = (t: TFunction) => ({
  layoutId: 'text' as const,
  size: 'text' as const,
  modelClass: { options: colourClasses, label: (option: string) => t(`layouts.colours.${option}`) },
  state: { options: drawingStates, label: (option: string) => t(`layouts.state.${option}`) },
  kind: { options: layoutKinds, label: (option: string) => t(`layouts.kind.${option}`) },
  storeCode: 'text' as const,
  updatedBy: 'text' as const,
})
