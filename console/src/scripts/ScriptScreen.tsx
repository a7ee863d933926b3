/** One script: its use, the editor, and beside it the trial, the versions or the last runs. */
import { administratorRoleId } from '@endcap/contract/privileges'
import { defaultScope, scriptKinds, type ScriptKind } from '@endcap/contract/scripts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { SaveBar } from '../draft/SaveBar.tsx'
import { useStore } from '../data/use-stores.ts'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { CodeComparison, CodeEditor } from './CodeEditor.tsx'
import { kinds } from './kinds.ts'
import { Runs } from './Runs.tsx'
import { Trial } from './Trial.tsx'
import { UseBar } from './UseBar.tsx'
import { useScript, type ScriptDraft } from './use-script.ts'
import { useVersion, Versions } from './Versions.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { clsx } from 'clsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Message } from '../ui/Message.tsx'
import flashStyles from '../ui/flash.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import tabsStyles from '../ui/Tabs.module.css'
import styles from './scripts.module.css'

/** What the address says beside the kind of script. */
interface Search {
  store?: string | undefined
  tab?: string
  version?: number | undefined
  run?: string | undefined
}
const tabs = ['try', 'versions', 'runs'] as const
type Tab = (typeof tabs)[number]

export function ScriptScreen({ kind }: { kind: ScriptKind }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const asked = textOf(useRouteSearch().store)
  const isAdministrator = user.role_id === administratorRoleId
  const storeCode = kind === 'third-party-authentication' ? defaultScope : (asked ?? defaultScope)
  const named = useStore(storeCode === defaultScope ? undefined : storeCode)
  const name = storeCode === defaultScope ? t('scripts.allStores') : (named?.storeName ?? storeCode)
  const mayNot = storeCode === defaultScope && !isAdministrator
  return (
    <div className={clsx(settingPageStyles.settingPage, styles.scriptPage)}>
      <PageHead>
        <h1>{t('scripts.title')}</h1>
        <span className={pageHeadStyles.sub}>{kind === 'third-party-authentication' ? t('scripts.everyone') : name}</span>
      </PageHead>
      <nav className={tabsStyles.tabs} aria-label={t('scripts.kinds')}>
        {scriptKinds.map((one) => (
          <Link
            key={one}
            to={paths.script(one)}
            search={asked === undefined ? {} : { store: asked }}
            aria-current={one === kind ? 'page' : undefined}
          >
            {t(`scripts.kind.${one}`)}
          </Link>
        ))}
      </nav>
      <p className={settingPageStyles.settingNote}>{t(`scripts.about.${kind}`)}</p>
      {mayNot ? (
        <Message role="status">{t(kind === 'third-party-authentication' ? 'scripts.forAdministrators' : 'scripts.chooseStore')}</Message>
      ) : (
        <Script key={storeCode} kind={kind} storeCode={storeCode} />
      )}
    </div>
  )
}

function Script({ kind, storeCode }: { kind: ScriptKind; storeCode: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('setting.write')
  const [search, show] = useShown()
  const [jump, setJump] = useState<{ line: number }>()
  const editor = useScript(kind, storeCode)
  const compared = useVersion({ kind, storeCode, version: search.tab === 'versions' ? search.version : undefined })
  const { query, stored, edit, busy, problem, marks, setMarks, keep } = editor
  const { draft } = edit
  if (stored === undefined || draft === undefined) return query.error === null ? <ScreenWaits /> : <Problem query={query} />
  const tab = tabs.find((one) => one === search.tab) ?? 'try'
  return (
    <>
      <Problem query={query} />
      {stored.suspended !== null && (
        <Message className={flashStyles.flashBad} role="alert">
          {t('scripts.suspended', { at: formatTime(stored.suspended.at) })} {stored.suspended.why}
        </Message>
      )}
      <UseBar
        kind={kind}
        isDefault={storeCode === defaultScope}
        hasDefault={stored.hasDefault}
        draft={draft}
        mayWrite={mayWrite}
        onChange={editor.change}
      />
      <div className={styles.scriptWork}>
        <CodeSection
          kind={kind}
          stored={stored}
          draft={draft}
          compared={compared}
          mayWrite={mayWrite}
          marks={marks}
          jump={jump}
          onChange={editor.change}
        />
        <section className={styles.scriptSide} data-part="script-side" aria-label={t(`scripts.tab.${tab}`)}>
          <SideTabs tab={tab} onChoose={(chosen) => show(chosen === 'try' ? {} : { tab: chosen })} />
          {tab === 'runs' && (
            <Runs
              kind={kind}
              storeCode={storeCode}
              version={stored.version}
              chosen={search.run}
              onChoose={(run) => show({ tab: 'runs', ...(run !== undefined && { run }) })}
              onJump={(line) => setJump({ line })}
            />
          )}
          {tab === 'try' && (
            <Trial
              kind={kind}
              storeCode={storeCode}
              code={draft.code}
              mayRun={mayWrite}
              onMarks={setMarks}
              onJump={(line) => setJump({ line })}
            />
          )}
          {tab === 'versions' && (
            <Versions
              kind={kind}
              storeCode={storeCode}
              chosen={search.version}
              mayRestore={mayWrite && !edit.changed && !busy}
              onChoose={(version) => show({ tab: 'versions', ...(version !== undefined && { version }) })}
              onRestore={(restore) =>
                void keep(async () => {
                  const answer = await api.scripts.restore({
                    params: { script: kind, storeCode },
                    body: { restore, version: stored.version },
                  })
                  show({ tab: 'versions' })
                  return answer
                })
              }
            />
          )}
        </section>
      </div>
      {mayWrite && (
        <SaveBar
          changed={edit.changed}
          busy={busy}
          problemTitle={t('scripts.notSaved')}
          problem={problem}
          onSave={() => void keep(() => kinds[kind].save(api, storeCode, { ...draft, version: Number(edit.version) }))}
          onDiscard={editor.discard}
        />
      )}
    </>
  )
}

/** Chooses what stands beside the script. */
function SideTabs({ tab, onChoose }: { tab: Tab; onChoose: (tab: Tab) => void }) {
  const { t } = useTranslation()
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={t('scripts.beside')}>
      {tabs.map((one) => (
        <button key={one} type="button" aria-pressed={one === tab} onClick={() => onChoose(one)}>
          {t(`scripts.tab.${one}`)}
        </button>
      ))}
    </div>
  )
}

interface CodeProps extends Pick<ReturnType<typeof useScript>, 'marks'> {
  kind: ScriptKind
  stored: Pick<StoredScript, 'version' | 'updatedBy' | 'updatedAt'>
  draft: ScriptDraft
  /** A version that the draft is compared with. */
  compared: ReturnType<typeof useVersion>
  mayWrite: boolean
  jump: { line: number } | undefined
  onChange: (part: Partial<ScriptDraft>) => void
}
/** The editor, or what changed since a version, and how the stored script stands. */
function CodeSection({ kind, stored, draft, compared, mayWrite, marks, jump, onChange }: CodeProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.scriptCode} data-part="script-code" aria-label={t('scripts.script')}>
      {compared === undefined ? (
        <CodeEditor
          label={t(`scripts.kind.${kind}`)}
          code={draft.code}
          readOnly={!mayWrite}
          hint={t('scripts.empty')}
          marks={marks}
          jump={jump}
          // Who begins to write means to use it.
          onChange={(code) => onChange({ code, ...(stored.version === 0 && draft.code === '' && { useType: 'OWN' }) })}
        />
      ) : (
        <CodeComparison
          before={compared.code}
          after={draft.code}
          labels={[t('scripts.version', { version: compared.version }), t('scripts.inEditor')]}
        />
      )}
      <p className={styles.scriptStanding} role="status">
        {stored.version === 0
          ? t('scripts.neverSaved')
          : t('scripts.savedBy', { version: stored.version, by: stored.updatedBy, at: formatTime(stored.updatedAt) })}
      </p>
    </section>
  )
}
type StoredScript = NonNullable<ReturnType<typeof useScript>['stored']>

/** What the address shows beside the script, and what puts it there; the store stays. */
function useShown(): [Search, (next: Search) => void] {
  const navigate = useNavigate()
  const { store, tab, version, run } = useRouteSearch()
  const search: Search = {
    store: textOf(store),
    ...(typeof tab === 'string' && { tab }),
    version: typeof version === 'number' ? version : undefined,
    run: textOf(run),
  }
  const show = (next: Search) => {
    const address: Search = { ...(search.store !== undefined && { store: search.store }), ...next }
    void navigate({ to: '.', search: address, replace: true })
  }
  return [search, show]
}
