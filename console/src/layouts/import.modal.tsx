/** Takes drawings from a file as drafts: all of them, or each that is wrong is named with its place. */
import type { Contract } from '@endcap/contract'
import type { ResultOf } from '@endcap/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import { refusalOf } from '../ui/drawings.ts'
import { ScopeSelect, useDefaultScope } from './ScopeSelect.tsx'
import { Tick } from '../ui/inputs.tsx'
import linesStyles from '../form/lines.module.css'
import helpers from '../ui/helpers.module.css'

type Taken = ResultOf<Contract['layouts']['importFile']>['drawingList']

export function ImportLayouts({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const [scope, setScope] = useState(useDefaultScope())
  const [replace, setReplace] = useState(false)
  const [lines, setLines] = useState<readonly string[]>([])
  const [taken, setTaken] = useState<Taken>()
  const submit = async () => {
    setLines([])
    if (file === undefined) throw new Error(t('layouts.import.choose'))
    try {
      const body = { ...(scope !== '' && { storeCode: scope }), replace: replace ? 'true' : 'false' }
      const { drawingList } = await api.layouts.importFile({ body, file: { name: file.name, content: file } })
      setTaken(drawingList)
    } catch (error) {
      const refusal = refusalOf(error, t)
      setLines(refusal.lines)
      throw refusal.error
    }
    await queries.invalidateQueries({ queryKey: ['layouts'] })
  }
  return (
    <FormModal
      title={t('layouts.import.title')}
      submit={t('layouts.import.button')}
      onSubmit={submit}
      onClose={close}
      size="560px"
      disabled={file === undefined}
      readOnly={taken !== undefined}
    >
      {taken === undefined ? (
        <>
          <p className={helpers.aside}>{t('layouts.import.text')}</p>
          <FileDrop
            text={t('layouts.import.drop')}
            choose={t('layouts.import.choose')}
            accept=".json"
            onFile={(chosen) => {
              setFile(chosen)
              setLines([])
            }}
          />
          <ScopeSelect value={scope} onChange={setScope} />
          <Tick
            label={t('layouts.import.replace')}
            description={t('layouts.import.replaceHint')}
            checked={replace}
            onChange={(event) => setReplace(event.currentTarget.checked)}
          />
          <WrongLines label={t('layouts.import.wrong')} lines={lines} />
        </>
      ) : (
        <TakenList taken={taken} close={close} />
      )}
    </FormModal>
  )
}

function TakenList({ taken, close }: { taken: Taken; close: () => void }) {
  const { t } = useTranslation()
  const count = (is: Taken[number]['is']) => taken.filter((one) => one.is === is).length
  return (
    <div role="status">
      <p style={{ margin: '0 0 8px' }}>{t('layouts.import.done', { new: count('new'), changed: count('changed'), same: count('same') })}</p>
      <ul className={linesStyles.lines} aria-label={t('layouts.import.taken')}>
        {taken.map(({ drawingId, layoutId, size, is }) => (
          <li key={drawingId}>
            <Link to={paths.layoutDesigner(drawingId)} search={{}} onClick={close}>
              {layoutId} {size}
            </Link>{' '}
            {t(`layouts.import.is.${is}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
