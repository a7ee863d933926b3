/** Files on the screen: pictures and widgets out of what was loaded. */
import type { Manifest } from '@endcap/contract/player'
import type { AreaItem } from '@endcap/signage/shows'
import type { Clock } from '../clock.ts'
import type { ContentStore } from '../content-store.ts'
import { element } from '../element.ts'
import type { Faults } from '../faults.ts'
import { pieceBytes } from '../loader.ts'
import { piecesOf } from '../required-content.ts'
import { openWidget } from './widget.ts'

export interface ViewContext extends Omit<Faults, 'forget'> {
  store: ContentStore
  clock: Clock
  manifest: Manifest
}
/** Widgets that do not say how large they are. */
const defaultWidget = { width: 1920, height: 158 }

export async function urlOf({ store, manifest }: Pick<ViewContext, 'store' | 'manifest'>, name: string): Promise<string> {
  const file = manifest.files[name]
  const url = file && (await store.url(file.sha256, piecesOf(file, pieceBytes).length, file.type))
  if (url === undefined) throw new Error('the content is not here')
  return url
}

export async function openImage(box: HTMLElement, url: string): Promise<void> {
  const image = element('img')
  image.src = url
  await image.decode()
  box.replaceChildren(image)
}

/** A widget in its box, unpacked. */
export async function openContent(box: HTMLElement, name: string, context: ViewContext, fit: AreaItem['fit'] = 'fill'): Promise<void> {
  const file = context.manifest.files[name]
  const content = file && (await context.store.read(file.sha256, piecesOf(file, pieceBytes).length))
  if (content === undefined) throw new Error('the content is not here')
  await openWidget(box, content, { width: file?.width ?? defaultWidget.width, height: file?.height ?? defaultWidget.height }, fit)
}
