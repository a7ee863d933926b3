/** The kinds of files that may come by a folder: in which folder each of them is put, and who reads it. */
import { families } from '@endcap/contract/families'
import { papers } from '@endcap/contract/papers'
import { productFiles, type FileType } from '@endcap/contract/product-files'
import { secondCodes } from '@endcap/contract/second-codes'
import type { Context } from '../../platform/context.ts'
import { importFamilyFile } from '../families/family-file.ts'
import { importSecondCodes } from '../second-codes/second-codes.service.ts'
import { importProductFile } from './product-files.service.ts'
import type { FileToReceive } from '../file-imports/receive.ts'

export interface FileKind {
  /** Folder within the store's; that of products is the store's own. */
  folder: string
  /** Of one store, of all of them, or either. */
  scope: 'store' | 'all' | 'either'
  maxBytes: number
  /** Takes the file in by `receiveFile`; `storeCode` is empty for all stores. */
  take: (context: Context, file: Pick<FileToReceive, 'storeCode' | 'file' | 'source'>) => Promise<unknown>
}

declare module '../../platform/base/ports.ts' {
  interface Ports {
    /** Takes a paper file in: all of it becomes a task, or nothing of it. */
    importPaperFile: FileKind['take']
  }
}

export const fileKinds: Record<FileType, FileKind> = {
  product: {
    folder: '',
    scope: 'store',
    maxBytes: productFiles.upload.maxBytes,
    // What a file of a folder may bring beside products is for its script to say.
    take: (context, { storeCode, file, source }) => importProductFile(context, storeCode, file, { source, wholeChain: true }),
  },
  family: {
    folder: 'family',
    scope: 'either',
    maxBytes: families.upload.maxBytes,
    take: (context, { storeCode, file, source }) => importFamilyFile(context, { scope: storeCode, file, source }),
  },
  secondCode: {
    folder: 'secondCode',
    scope: 'all',
    maxBytes: secondCodes.upload.maxBytes,
    take: (context, { file, source }) => importSecondCodes(context, file, source),
  },
  paper: {
    folder: 'paper',
    scope: 'store',
    maxBytes: papers.upload.maxBytes,
    take: (context, file) => context.ports.importPaperFile(context, file),
  },
}
