/** The button that gives a store sample products, in its language and currency; what stands under one of their codes is left alone. */
import { useQueryClient } from '@tanstack/react-query'
import { IconBasket } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { Button } from '../ui/Button.tsx'
import { notify, notifyAbout } from '../ui/notify.ts'

export function TakeSamples({ storeCode, look }: { storeCode: string; look?: 'primary' | 'plain' }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    const [{ sampleProducts }, { locale, currency, prCodeList: there }, { aliasList: aliases, meant }] = await Promise.all([
      import('./sample-products.ts'),
      api.samples.state({ params: { storeCode } }),
      api.aliases.list(),
    ])
    const productList = sampleProducts({ locale, currency, aliases, meant }, there)
    if (productList.length > 0) await api.products.save({ body: { storeCode, productList } })
    const said = [
      productList.length > 0 && t('samples.taken', { count: productList.length }),
      there.length > 0 && t('samples.there', { count: there.length }),
    ]
    void notifyAbout(undefined, said.filter((one) => one !== false).join(' '), { to: paths.productList(storeCode) })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['products', storeCode] }),
      queries.invalidateQueries({ queryKey: ['stores'] }),
    ])
  }
  const press = () => {
    setBusy(true)
    take()
      .catch((error: unknown) => notify(errorText(error, t), 'bad'))
      .finally(() => setBusy(false))
  }
  if (!can('product.write')) return null
  return (
    <Button look={look} busy={busy} onClick={press}>
      <IconBasket size={15} stroke={1.7} />
      {t('samples.take')}
    </Button>
  )
}
