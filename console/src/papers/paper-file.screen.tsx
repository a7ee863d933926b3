/** /paper/upload/history/detail/{historyId}: one paper file, what was wrong with it, and its first rows. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { useAliases } from '../data/aliases.ts'
import { Fact } from '../ui/Fact.tsx'
import { sayLines } from '../form/file-reasons.ts'
import { WrongLines } from '../form/WrongLines.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { FileState } from './paper-history.screen.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { buttonClass } from '../ui/button-class.ts'
import tableStyles from '../table/table.module.css'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'

/** Rows and slots shown of the file. */
const shownRows = 100
const shownSlots = 6
const heading = { fontSize: 13, padding: '8px 16px 4px', margin: 0 }

export function PaperFileScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { historyId } = usePath('historyId')
  const aliases = useAliases().filter((alias) => !alias.key)
  const query = useQuery({ queryKey: ['files', '', 'paper', historyId], queryFn: () => api.papers.detail({ params: { historyId } }) })
  const file = query.data
  if (file === undefined) return query.error === null ? <ScreenWaits /> : <Problem query={query} />
  // Slots that the file leaves out come from the products and stand with the task.
  const slots = aliases.filter(({ index }) => file.data.some((row) => (row.prInfo[index] ?? '') !== '')).slice(0, shownSlots)
  return (
    <div style={{ overflow: 'auto' }}>
      <Problem query={query} />
      <PageHead>
        <h1>{file.fileName}</h1>
        <span className={helpers.grow} />
        {file.taskId !== null && (
          <Link className={buttonClass()} to={paths.paperTask(file.storeCode, file.taskId)} search={{}} style={{ textDecoration: 'none' }}>
            {t('papers.open')}
          </Link>
        )}
      </PageHead>
      <dl className={factStyles.facts} style={{ padding: '0 16px', maxWidth: 520 }}>
        <Fact name={t('papers.column.error')}>
          <FileState file={file} />
        </Fact>
        <Fact name={t('papers.column.storeName')}>
          <span className={helpers.mono}>{file.storeCode}</span>
        </Fact>
        <Fact name={t('papers.column.received')}>{formatTime(file.received)}</Fact>
        <Fact name={t('papers.column.dataCount')}>{formatNumber(file.dataCount)}</Fact>
        <Fact name={t('papers.column.source')}>{file.source}</Fact>
      </dl>
      {file.errorCount > 0 && (
        <>
          <h2 style={heading}>
            {t('papers.errors')} ({formatNumber(file.errorCount)})
          </h2>
          <div style={{ margin: '0 16px' }}>
            <WrongLines label={t('papers.errors')} lines={sayLines(file.error, file.reasons)} />
          </div>
        </>
      )}
      {file.data.length > 0 && (
        <>
          <h2 style={heading}>{t('papers.rows')}</h2>
          <div className={tableStyles.grid} data-part="grid" style={{ maxHeight: 480 }}>
            <table style={{ width: 690 + slots.length * 140 }}>
              <thead>
                <tr>
                  {(['line', 'prCode', 'layout', 'copies', 'printerIp', 'printerName'] as const).map((field) => (
                    <th scope="col" key={field} style={{ width: field === 'line' || field === 'copies' ? 70 : undefined }}>
                      {t(`papers.column.${field}`)}
                    </th>
                  ))}
                  {slots.map((alias) => (
                    <th scope="col" key={alias.index} title={alias.name}>
                      {alias.label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {file.data.slice(0, shownRows).map((row) => (
                  <tr key={row.line}>
                    <td className={helpers.mono}>{row.line}</td>
                    <td className={helpers.mono}>{row.prCode}</td>
                    <td>{row.layout}</td>
                    <td>{row.copies}</td>
                    <td className={helpers.mono}>{row.printerIp}</td>
                    <td>{row.printerName || '–'}</td>
                    {slots.map((alias) => (
                      <td key={alias.index}>{row.prInfo[alias.index] || '–'}</td>
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
