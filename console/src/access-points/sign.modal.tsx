/** What a single sign has of its own: how often it calls, what it is, and whether it may sign in again after a reset. */
import { defaultSignSeconds, type AccessPoint } from '@endcap/contract/access-points'
import { allModels } from '@endcap/label/models'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { PlainField } from '../form/refused-field.tsx'
import { modelText } from '../ui/tag-cells.tsx'
import { RateChoice } from './RateChoice.tsx'
import { anySign, macOfSign, readmitAt, tagOfSign, withSign } from '../data/signs.ts'
import { useSaveOptions } from './use-save-options.ts'
import { Input, NativeSelect, Tick } from '../ui/inputs.tsx'
import { clsx } from 'clsx'
import dialogStyles from '../form/dialog.module.css'
import helpers from '../ui/helpers.module.css'
import hintStyles from '../ui/Hint.module.css'
import styles from './access-points.module.css'

const signTypes = allModels().flatMap(({ tagType }) => (tagType.startsWith('trmnl-') ? [tagType] : []))
/** Signs that are offered to choose from; any other can be typed. */
const offered = 500

interface Props {
  accessPoint: AccessPoint
  /** Undefined: it is still to be said which. */
  mac: string | undefined
  close: () => void
}
export function SignModal({ accessPoint, mac, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const id = useId()
  const save = useSaveOptions(accessPoint)
  const { storeCode, options } = accessPoint
  const [text, setText] = useState(mac === undefined ? '' : tagOfSign(mac))
  const found = macOfSign(text)
  const own = found === undefined ? undefined : options.signs?.[found]
  const [changed, setChanged] = useState<{ refreshSeconds?: number | undefined; type?: string | undefined }>({})
  const [readmit, setReadmit] = useState(false)
  const now = { ...own, ...changed }
  const { data } = useQuery({
    queryKey: ['tags', storeCode, 'signs'],
    queryFn: ({ signal }) => api.tags.search({ params: { storeCode }, body: { length: offered, ...anySign } }, { signal }),
    enabled: mac === undefined && can('tag.read'),
  })
  const submit = async () => {
    if (found === undefined) throw new Error(t('accessPoints.enterSign'))
    await save(withSign(options, found, { ...now, ...(readmit && { readmitAt: readmitAt(accessPoint) }) }))
    close()
  }
  return (
    <FormModal
      title={t('accessPoints.signTitle')}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      unsaved={readmit || Object.keys(changed).length > 0}
    >
      <label className={dialogStyles.gwField}>
        <span>{t('accessPoints.sign')}</span>
        <Input
          className={helpers.mono}
          list={id}
          autoComplete="off"
          spellCheck={false}
          readOnly={mac !== undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <datalist id={id}>
          {data?.data.map((tag) => (
            <option key={tag.tagMac} value={tag.barcode}>
              {[modelText(tag.tagType), tag.prName ?? tag.prCode].filter(Boolean).join(' · ')}
            </option>
          ))}
        </datalist>
        <span className={hintStyles.hint}>{t('accessPoints.signHint')}</span>
      </label>
      <label className={dialogStyles.gwField}>
        <span>{t('accessPoints.rate')}</span>
        <RateChoice
          field={`options.signs.${found ?? ''}.refreshSeconds`}
          seconds={now.refreshSeconds}
          defaultSeconds={options.refreshSeconds ?? defaultSignSeconds}
          night={options.night}
          onChange={(refreshSeconds) => setChanged({ ...changed, refreshSeconds })}
        />
      </label>
      <label className={dialogStyles.gwField}>
        <span>{t('accessPoints.fact.model')}</span>
        <PlainField field={`options.signs.${found ?? ''}.type`}>
          {(attributes) => (
            <NativeSelect
              {...attributes}
              value={now.type ?? ''}
              onChange={(event) => setChanged({ ...changed, type: event.target.value || undefined })}
            >
              <option value="">{t('accessPoints.asItSays')}</option>
              {signTypes.map((type) => (
                <option key={type} value={type}>
                  {modelText(type)}
                </option>
              ))}
            </NativeSelect>
          )}
        </PlainField>
        <span className={hintStyles.hint}>{t('accessPoints.modelHint')}</span>
      </label>
      <Tick
        className={clsx(styles.apCheck, styles.apReadmit)}
        label={
          <span>
            {t('accessPoints.readmit')}
            <small>{t('accessPoints.readmitHint')}</small>
          </span>
        }
        checked={readmit}
        onChange={(event) => setReadmit(event.target.checked)}
      />
    </FormModal>
  )
}
