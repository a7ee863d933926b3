/** The five kinds of scripts: their addresses, their calls, and what each is tried on. */
import type { Contract } from '@endcap/contract'
import type { Client } from '@endcap/contract/client'
import type { ScriptKind, StoredScript, UseType } from '@endcap/contract/scripts'

type Api = Client<Contract>
export interface ScriptToSave {
  code: string
  useType: UseType
  version: number
}
interface Kind {
  read: (api: Api, storeCode: string, signal: AbortSignal) => Promise<StoredScript>
  save: (api: Api, storeCode: string, body: ScriptToSave) => Promise<StoredScript>
  sample: 'file' | 'tag' | 'device' | 'login'
}

export const kinds: Record<ScriptKind, Kind> = {
  'product-file-parser': {
    read: (api, storeCode, signal) => api.scripts.productFileParser({ params: { storeCode } }, { signal }),
    save: (api, storeCode, body) => api.scripts.saveProductFileParser({ params: { storeCode }, body }),
    sample: 'file',
  },
  'paper-parser': {
    read: (api, storeCode, signal) => api.scripts.paperParser({ params: { storeCode } }, { signal }),
    save: (api, storeCode, body) => api.scripts.savePaperParser({ params: { storeCode }, body }),
    sample: 'file',
  },
  'tag-data-decorator': {
    read: (api, storeCode, signal) => api.scripts.tagDecorator({ params: { storeCode } }, { signal }),
    save: (api, storeCode, body) => api.scripts.saveTagDecorator({ params: { storeCode }, body }),
    sample: 'tag',
  },
  'plus-data-decorator': {
    read: (api, storeCode, signal) => api.scripts.displayDecorator({ params: { storeCode } }, { signal }),
    save: (api, storeCode, body) => api.scripts.saveDisplayDecorator({ params: { storeCode }, body }),
    sample: 'device',
  },
  'third-party-authentication': {
    read: (api, _, signal) => api.scripts.authentication({}, { signal }),
    save: (api, _, body) => api.scripts.saveAuthentication({ body }),
    sample: 'login',
  },
}
