/** The products behind the numbers that panels give of their maker and board, and their models in the catalogue. */
import { modelOf } from '@endcap/label/models'
import type { Glass, PanelConfig } from './config.ts'

interface Board {
  maker: string
  name: string
  model?: string
}
const makers: Readonly<Record<number, string>> = { 1: 'Seeed', 2: 'Waveshare', 3: 'SoluM', 4: 'OpenDisplay' }
/** `maker.board` */
const boards: Readonly<Record<string, Omit<Board, 'maker'>>> = {
  '1.8': { name: 'reTerminal E1003', model: 'od-e1003' },
  '1.9': { name: 'reTerminal Sticky', model: 'od-sticky' },
  '1.12': { name: 'reTerminal E1001', model: 'od-e1001' },
  '1.13': { name: 'reTerminal E1002', model: 'od-e1002' },
  '1.14': { name: 'reTerminal E1004', model: 'od-e1004' },
  '2.0': { name: 'PhotoPainter', model: 'od-photopainter' },
}

export function boardOf({ manufacturer, board }: Pick<PanelConfig, 'manufacturer' | 'board'>): Board {
  const known = boards[`${manufacturer}.${board}`]
  return { maker: makers[manufacturer] ?? 'OpenDisplay', ...(known ?? { name: 'OpenDisplay panel' }) }
}

/** The model of the catalogue that a panel is, if any. */
export type ModelLookup = (config: PanelConfig, glass: Glass) => string | undefined

/** By its board, as long as its glass is that of the model: people build other ones in, and turn them. */
export const catalogueModel: ModelLookup = (config, { width, height, palette }) => {
  const { model: id } = boardOf(config)
  const model = id === undefined ? undefined : modelOf(id)
  return model?.width === width && model.height === height && model.palette === palette ? id : undefined
}
