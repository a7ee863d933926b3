/** One received file: its result, what was wrong, and its first rows. */
import { encodingNames, fileEncodings } from '@endcap/contract/file-encodings'
import type { FileUpload } from '@endcap/contract/product-files'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { errorText, useApi } from '../app/services.ts'
import { languageNow, sayLines } from '../form/file-reasons.ts'
import { Rest } from '../form/Rest.tsx'
import { saveBlob } from '../data/save.ts'
import { nameOfWrongLines, SaveWrongLines } from './SaveWrongLines.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { useAliases, useAliasLabel } from '../data/aliases.ts'
import { FileResult } from './file-history.screen.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { buttonClass } from '../ui/button-class.ts'
import tableStyles from '../table/table.module.css'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'

/** Slots shown of a row. */
const shownSlots = 10

export function FileDetailScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { historyId } = usePath('historyId')
  const { data: file, error } = useQuery({
    queryKey: ['files', '', 'detail', historyId],
    queryFn: () => api.productFiles.detail({ params: { historyId } }),
  })
  const aliases = useAliases()
  if (error !== null && file === undefined)
    return (
      <Message role="alert" style={{ marginTop: 16 }}>
        {errorText(error, t)}
      </Message>
    )
  if (file === undefined) return <ScreenWaits />
  // Only files of products are read by the aliases; of others the values stand as they came.
  const columns =
    file.fileType === 'product'
      ? aliases.slice(0, shownSlots).map(({ index, label }) => ({ slot: index, name: label }))
      : Array.from({ length: Math.max(0, ...file.data.map((row) => row.prInfo.length)) }, (_, slot) => ({ slot, name: String(slot + 1) }))
  const encoding = fileEncodings.find((one) => one === file.encoding)
  const facts: [string, React.ReactNode][] = [
    [t('files.column.fileType'), t(`files.type.${file.fileType}`)],
    [t('files.column.result'), <FileResult key="result" file={file} />],
    [t('files.column.storeCode'), file.storeCode || t('files.allStores')],
    [t('files.column.received'), formatTime(file.received)],
    [t('files.column.dataCount'), formatNumber(file.dataCount)],
    [t('files.column.count'), formatNumber(file.count)],
    ...(file.leftOutCount === 0 ? [] : ([[t('files.column.leftOutCount'), formatNumber(file.leftOutCount)]] satisfies [string, string][])),
    [t('files.column.tagCount'), formatNumber(file.tagCount)],
    [t('files.column.source'), file.source],
    ...(encoding === undefined ? [] : ([[t('files.encoding.label'), encodingNames[encoding]]] satisfies [string, string][])),
  ]
  return (
    <div style={{ overflow: 'auto' }}>
      <PageHead>
        <h1>{file.fileName}</h1>
        <span className={helpers.grow} />
        {file.taskId !== null && (
          <Link className={buttonClass()} to={paths.task(file.storeCode, file.taskId, 'UPDATE')} search={{}}>
            {t('files.task')}
          </Link>
        )}
      </PageHead>
      <dl className={factStyles.facts} style={{ padding: '0 16px', maxWidth: 520 }}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <WrongPart file={file} />
      {file.data.length > 0 && (
        <>
          <h2 style={{ fontSize: 13, padding: '8px 16px 4px', margin: 0 }}>{t('files.rows')}</h2>
          <div className={tableStyles.grid} data-part="grid" style={{ maxHeight: 480 }}>
            <table style={{ width: 90 + columns.length * 140 }}>
              <thead>
                <tr>
                  <th scope="col" style={{ width: 70 }}>
                    {t('files.line')}
                  </th>
                  {columns.map(({ slot, name }) => (
                    <th scope="col" key={slot}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {file.data.slice(0, 100).map((row) => (
                  <tr key={row.line}>
                    <td className={helpers.mono}>{row.line}</td>
                    {columns.map(({ slot }) => (
                      <td key={slot}>{row.prInfo[slot]}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  )
}

/** What was wrong with the file, and all of its wrong lines to take along. */
function WrongPart({ file }: { file: FileUpload }) {
  const { t } = useTranslation()
  const api = useApi()
  const labelOf = useAliasLabel()
  const saveWrongLines = async () => {
    const list = await api.productFiles.receivedWrongLines({ params: { historyId: file._id }, query: { language: languageNow() } })
    saveBlob(list, nameOfWrongLines(file.fileName))
  }
  if (file.errorCount === 0) return null
  const isProducts = file.fileType === 'product'
  return (
    <div style={{ display: 'grid', gap: 8, padding: '8px 16px' }}>
      <h2 style={{ fontSize: 13, margin: 0 }}>
        {t('files.errors')} ({formatNumber(file.errorCount)})
      </h2>
      <WrongLines label={t('files.errors')} lines={sayLines(file.error, file.reasons, isProducts ? { labelOf } : {})} />
      <Rest shown={file.error.length} of={file.errorCount} />
      {isProducts && <SaveWrongLines save={saveWrongLines} />}
    </div>
  )
}
