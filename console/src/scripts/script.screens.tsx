/** /system/…: the editors of the five kinds of scripts, of a store or of all that use the default (specification 2 §2). */
import type { ScriptKind } from '@endcap/contract/scripts'
import { ScriptScreen } from './ScriptScreen.tsx'

const screenOf = (kind: ScriptKind) =>
  function Screen() {
    return <ScriptScreen key={kind} kind={kind} />
  }

export const AuthenticationScreen = screenOf('third-party-authentication')
export const PaperParserScreen = screenOf('paper-parser')
export const ProductFileParserScreen = screenOf('product-file-parser')
export const TagDecoratorScreen = screenOf('tag-data-decorator')
export const DisplayDecoratorScreen = screenOf('plus-data-decorator')
