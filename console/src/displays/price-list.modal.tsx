/** How the list of prices looks on the displays of a store, with a card of one of them. */
import { cardColourDefaults, cardLookOf } from '@endcap/signage/cards'
import { priceListDefaults, pricePages, type PriceListLook } from '@endcap/signage/price-list'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { CardColourFields } from '../canvas/CardColourFields.tsx'
import { ColourField } from '../canvas/ColourField.tsx'
import { FormModal } from '../form/modal.tsx'
import { Hint } from '../ui/Hint.tsx'
import { notifyDone } from '../ui/notify.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useObjectUrl } from '../ui/use-object-url.ts'
import { nameOf } from './devices.ts'
import helpers from '../ui/helpers.module.css'
import styles from './displays.module.css'

export function PriceListModal({ storeCode, close }: { storeCode: string; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const params = { storeCode }
  const queryKey = ['signage', storeCode, 'setting']
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.displays.readSetting({ params }, { signal }) })
  const [draft, setDraft] = useState<PriceListLook>()
  const readOnly = !useCan()('plus.write')
  const look = draft ?? query.data?.priceList ?? priceListDefaults
  const { background, cardColours = cardColourDefaults } = look
  const save = async () => {
    await api.displays.saveSetting({ params, body: { priceList: look } })
    await queries.invalidateQueries({ queryKey })
    void notifyDone(t, t('state.done.saved', { name: t('displays.action.priceList') }))
    close()
  }
  const disabled = readOnly || query.data === undefined
  return (
    <FormModal
      title={t('displays.action.priceList')}
      submit={t('common.save')}
      onSubmit={save}
      onClose={close}
      size="560px"
      readOnly={readOnly}
      unsaved={draft !== undefined}
      disabled={query.data === undefined}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p className={helpers.aside}>{t('displays.priceList.text')}</p>
      <ColourField
        label={t('displays.priceList.background')}
        value={background}
        disabled={disabled}
        onChange={(background) => setDraft({ ...look, background })}
      />
      <CardColourFields
        colours={cardColours}
        behind={background}
        disabled={disabled}
        onChange={(part) => setDraft({ ...look, cardColours: { ...cardColours, ...part } })}
      />
      <Preview storeCode={storeCode} look={look} />
      <Hint>{t('displays.priceList.layouts')}</Hint>
    </FormModal>
  )
}

/** So many displays are asked for one with products. */
const looked = 200
/** The first card of the first display that has one. */
function Preview({ storeCode, look }: { storeCode: string; look: PriceListLook }) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode }
  const displays = useQuery({
    queryKey: ['signage', storeCode, 'withProducts'],
    queryFn: ({ signal }) => api.displays.search({ params, body: { start: 0, length: looked } }, { signal }),
  })
  const display = displays.data?.data.find(({ product }) => product.length > 0)
  const slots = display?.product.map((_, place) => place + 1)
  const card = display && pricePages(slots ?? [], display.screen, look)[0]?.object[0]
  const cardSize = card && `${card.width}x${card.height}`
  const picture = useQuery({
    queryKey: ['signage', storeCode, 'priceCard', display?.mac, cardSize, cardLookOf(look)],
    queryFn: ({ signal }) =>
      api.displays.card(
        {
          params: { storeCode, plusMac: display?.mac ?? '', slot: card?.id ?? '', cardSize: cardSize ?? '' },
          query: { look: cardLookOf(look) },
        },
        { signal },
      ),
    enabled: card !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const href = useObjectUrl(picture.data)
  if (displays.isPending || (card !== undefined && picture.isPending))
    return <Skeleton className={styles.priceCardWaits} aria-busy="true" />
  if (display === undefined || href === undefined) return <Hint>{t('displays.priceList.noProducts')}</Hint>
  const name = t('displays.priceList.preview', { name: nameOf(display) })
  return (
    <figure className={styles.priceCard} style={{ background: look.background }}>
      <img src={href} alt={name} />
      <figcaption>{name}</figcaption>
    </figure>
  )
}
