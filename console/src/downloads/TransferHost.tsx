/** Loads the panel with the first download. */
import { lazyPart } from '../app/lazy.tsx'
import { useResumedDownloads } from '../data/server-download.ts'
import { useTransferList } from '../data/transfers.ts'

const TransferPanel = lazyPart(() => import('./TransferPanel.tsx').then((module) => module.TransferPanel))

export function TransferHost() {
  useResumedDownloads()
  return useTransferList().length === 0 ? null : <TransferPanel />
}
