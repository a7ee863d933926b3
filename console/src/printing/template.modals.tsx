/** Print templates of a store: the list is kept under a name, and loaded again. A name that is taken is only overwritten when asked (specification 3 §5). */
import { CallError } from '@endcap/contract/client'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { formatTime } from '../ui/format.ts'
import { notify, notifyAbout } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { storedRows, type PrintList } from './list.ts'
import { loadTemplate } from './load-template.ts'
import { undoOfTemplate } from './undo.ts'
import type { ChangeList, ReplaceList } from './use-print-list.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import { Radio } from '../ui/inputs.tsx'
import styles from './printing.module.css'

interface Props {
  storeCode: string
  list: PrintList
  change: ChangeList
  close: () => void
}
const templatesKey = (storeCode: string) => ['print-templates', storeCode] as const

/** The address says which template the list is. */
function useTemplateAddress(storeCode: string) {
  const navigate = useNavigate()
  return (name: string) => void navigate({ to: paths.printList(storeCode), search: { template: name }, replace: true })
}

export function SaveModal({ storeCode, list, change, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const goTo = useTemplateAddress(storeCode)
  const [name, setName] = useState(list.template)
  /** The name that is taken: sent once more, it is overwritten. */
  const [taken, setTaken] = useState<string>()
  const templateName = name.trim()
  const asks = taken !== undefined && taken === templateName
  const submit = async () => {
    if (templateName === '') throw new Error(t('printing.save.enterName'))
    try {
      const body = { name: templateName, layoutId: list.layoutId, prList: storedRows(list), overwrite: asks }
      await api.printing.save({ params: { storeCode }, body })
    } catch (error) {
      if (!(error instanceof CallError && error.answer.code === 'print-template-exists')) throw error
      setTaken(templateName)
      return
    }
    change((now) => ({ ...now, template: templateName }))
    void queries.invalidateQueries({ queryKey: templatesKey(storeCode) })
    void notify(t('printing.save.done', { name: templateName }))
    goTo(templateName)
    close()
  }
  return (
    <FormModal
      title={t('printing.save.title')}
      submit={t(asks ? 'printing.save.overwrite' : 'common.save')}
      onSubmit={submit}
      onClose={close}
      danger={asks}
    >
      <TextInput
        field="name"
        label={t('printing.save.name')}
        description={t('printing.save.hint')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        data-autofocus
        autoComplete="off"
      />
      {asks && (
        <p role="alert" style={{ margin: 0 }}>
          {t('printing.save.exists', { name: templateName })}
        </p>
      )}
    </FormModal>
  )
}

export function LoadModal({ storeCode, list, replace, close }: Omit<Props, 'change'> & { replace: ReplaceList }) {
  const { t } = useTranslation()
  const api = useApi()
  const write = useCan()('ip.write')
  const queries = useQueryClient()
  const goTo = useTemplateAddress(storeCode)
  const [chosen, setChosen] = useState<string>()
  const query = useQuery({
    queryKey: templatesKey(storeCode),
    queryFn: async ({ signal }) => (await api.printing.templates({ params: { storeCode } }, { signal })).templateList,
    // Who opens it asks what there is now, also a second after they did so before.
    staleTime: 0,
  })
  const submit = async () => {
    if (chosen === undefined) return
    const loaded = await loadTemplate(api, storeCode, chosen)
    replace(loaded, chosen)
    goTo(chosen)
    close()
  }
  const reload = () => queries.invalidateQueries({ queryKey: templatesKey(storeCode) })
  const remove = async (name: string) => {
    try {
      const params = { storeCode, name }
      const saved = await api.printing.template({ params })
      await api.printing.remove({ params })
      if (name === chosen) setChosen(undefined)
      void reload()
      void notifyAbout(
        undefined,
        t('printing.undo.templateRemoved', { name }),
        undoOfTemplate({ ...params, ...saved }, { t, api, saved: reload }),
      )
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    }
  }
  return (
    <FormModal
      title={t('printing.load.title')}
      submit={t('printing.load.submit')}
      onSubmit={submit}
      onClose={close}
      disabled={chosen === undefined}
      size="560px"
    >
      <Problem query={query} />
      {list.rows.length > 0 && <p style={{ margin: 0 }}>{t('printing.load.replaces', { count: list.rows.length })}</p>}
      {query.data === undefined && !query.isError && <Skeleton style={{ height: 60 }} />}
      {query.data?.length === 0 && <p style={{ margin: 0 }}>{t('printing.load.none')}</p>}
      <div className={styles.printTemplates} role="radiogroup" aria-label={t('printing.load.title')}>
        {query.data?.map(({ name, rows, labels, layoutId, updatedBy, updatedAt }) => (
          <TemplateRow
            key={name}
            name={name}
            facts={[
              layoutId ?? t('printing.load.noSheet'),
              t('printing.rows', { count: rows }),
              t('printing.labels', { count: labels }),
              `${updatedBy}, ${formatTime(updatedAt)}`,
            ].join(' · ')}
            chosen={chosen === name}
            onChoose={() => setChosen(name)}
            onRemove={write ? () => void remove(name) : undefined}
          />
        ))}
      </div>
    </FormModal>
  )
}

interface TemplateProps {
  name: string
  facts: string
  chosen: boolean
  onChoose: () => void
  onRemove: (() => void) | undefined
}
/** Removing asks a second time where it stands. */
function TemplateRow({ name, facts, chosen, onChoose, onRemove }: TemplateProps) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  return (
    <div className={styles.printTemplate}>
      <label>
        <Radio name="print-template" checked={chosen} onChange={onChoose} />
        <span>
          <b>{name}</b>
          <small>{facts}</small>
        </span>
      </label>
      {onRemove !== undefined &&
        (asks ? (
          <span className={styles.printAsk}>
            <Button onClick={() => setAsks(false)}>{t('common.cancel')}</Button>
            <Button look="danger" onClick={onRemove}>
              {t('printing.load.remove')}
            </Button>
          </span>
        ) : (
          <Button
            look="ghost"
            icon
            aria-label={t('printing.load.removeOf', { name })}
            title={t('printing.load.removeOf', { name })}
            onClick={() => setAsks(true)}
          >
            <IconTrash size={15} stroke={1.7} />
          </Button>
        ))}
    </div>
  )
}
