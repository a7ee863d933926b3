/** The fields of a product in a form: a few of them until all are asked for. */
import { prInfoShown } from '@endcap/contract/products'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'

/** Those that are shown, and the button that asks for the others; without more there is none. */
export function useFewFields<Field>(all: readonly Field[]): { fields: readonly Field[]; more: ReactNode } {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const count = all.length - prInfoShown
  return {
    fields: all.slice(0, shown ? undefined : prInfoShown),
    more: count > 0 && (
      <Button look="ghost" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t('products.fewerFields') : t('products.allFields', { count })}
      </Button>
    ),
  }
}
