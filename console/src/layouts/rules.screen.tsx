/** /layouts/rules: by which rules products get their layout, of all stores or of one, tried on real products while they are written. */
import { CallError } from '@endcap/contract/client'
import type { LayoutRule } from '@endcap/contract/layout-rules'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayoutIds } from '../app/lists.ts'
import { paths } from '../app/paths.ts'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { PageFormFoot } from '../draft/PageFormFoot.tsx'
import { Refusal, usePageForm } from '../draft/use-page-form.ts'
import { useAliases } from '../data/aliases.ts'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { formatTime } from '../ui/format.ts'
import { moved } from '../ui/moved.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sortable } from '../ui/Sortable.tsx'
import { RuleCard } from './RuleCard.tsx'
import {
  changeRule,
  fieldsOf,
  placeOfAnswer,
  toDraft,
  toRules,
  withCopy,
  withRule,
  wrongOf,
  type RulesDraft,
  type WrongRule,
} from './rules.ts'
import { RulesTry } from './RulesTry.tsx'
import { ScopeSelect } from './ScopeSelect.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import styles from './layouts.module.css'
import tableStyles from '../table/table.module.css'
import { clsx } from 'clsx'

export function LayoutRulesScreen() {
  const { store } = useRouteSearch()
  const scope = textOf(store) ?? ''
  return <Rules key={scope} scope={scope} />
}

interface StoredRules {
  /** The store, or `all`. */
  id: string
  /** How often they were saved. */
  updatedAt: number
  ruleList: LayoutRule[]
  by: string | null
  at: number | null
}

function useRules(
  scope: string,
  known: { fields: readonly string[]; names: readonly string[] },
  onWrong: (wrong: WrongRule | undefined) => void,
) {
  const { t } = useTranslation()
  const api = useApi()
  const ofScope = { ...(scope !== '' && { storeCode: scope }) }
  return usePageForm<StoredRules, RulesDraft>({
    id: scope === '' ? 'all' : scope,
    kind: 'rules',
    live: 'layouts',
    load: async (id, signal) => {
      const { ruleList, rev, updatedBy, updatedAt } = await api.layouts.rules({ query: ofScope }, { signal })
      return { id, updatedAt: rev, ruleList, by: updatedBy, at: updatedAt }
    },
    toDraft: ({ ruleList }) => toDraft(ruleList),
    begin: undefined,
    save: async (draft, base) => {
      const wrong = wrongOf(draft, known)
      onWrong(wrong)
      if (wrong !== undefined) throw new Refusal(wrongText(wrong, t))
      const ruleList = toRules(draft)
      try {
        const { rev } = await api.layouts.saveRules({ body: { ...ofScope, ruleList, rev: base.updatedAt ?? 0 } })
        return { id: base.id ?? '', updatedAt: rev, ruleList, by: null, at: null }
      } catch (error) {
        const place = error instanceof CallError ? placeOfAnswer(error.answer.field) : undefined
        onWrong(place)
        throw place?.word === undefined ? error : new Refusal(wrongText(place, t))
      }
    },
  })
}
type Translate = (key: string, values: Record<string, string | number>) => string
const wrongText = ({ rule, word, name = '' }: WrongRule, t: Translate): string =>
  t(`layouts.rules.wrong.${word}`, { number: rule + 1, name })

function Rules({ scope }: { scope: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { enableWholeStore } = useSession().user
  const mayWrite = useCan()('ld.write')
  const readOnly = !mayWrite || (scope === '' && !enableWholeStore)
  const fields = fieldsOf(useAliases())
  const names = useLayoutIds()
  const [wrong, setWrong] = useState<WrongRule>()
  const form = useRules(scope, { fields, names }, setWrong)
  const { draft, query, stored } = form
  const change = (next: (now: RulesDraft) => RulesDraft, group?: string) => {
    setWrong(undefined)
    form.change(next, group)
  }
  const choose = (storeCode: string) => void navigate({ to: paths.layoutRules, search: storeCode === '' ? {} : { store: storeCode } })
  const nameOfRule = (name: string, place: number) => name || t('layouts.rules.number', { number: place })
  return (
    <div className={styles.layoutPage}>
      <PageHead>
        <h1>{t('layouts.rules.title')}</h1>
        <span className={pageHeadStyles.sub}>
          {stored?.at != null && t('layouts.rules.savedBy', { time: formatTime(stored.at), by: stored.by ?? '' })}
        </span>
        <span className={helpers.grow} />
      </PageHead>
      <div className={styles.layoutRules}>
        <div className={styles.layoutRuleList}>
          <div className={styles.layoutScope}>
            <ScopeSelect value={scope} onChange={choose} looking label={t('layouts.rules.scope')} />
          </div>
          <Hint>{t(scope === '' ? 'layouts.rules.aboutShared' : 'layouts.rules.aboutStore')}</Hint>
          {mayWrite && readOnly && <Hint>{t('layouts.problem.all-stores')}</Hint>}
          <Problem query={query} />
          {draft === undefined && query.error === null && <ScreenWaits />}
          {draft !== undefined && (
            <>
              {draft.rules.length === 0 && (
                <div className={clsx(tableStyles.empty, styles.empty)}>
                  <b>{t('layouts.rules.none')}</b>
                  <p>{t('layouts.rules.noneHint')}</p>
                </div>
              )}
              <Sortable
                label={t('layouts.rules.title')}
                entries={draft.rules}
                keyOf={({ key }) => key}
                handleLabel={({ name }, place) => t('layouts.rules.move', { name: nameOfRule(name, place), place })}
                onMove={(from, to) => change((now) => ({ rules: moved(now.rules, from, to) }))}
                readOnly={readOnly}
              >
                {(rule, place) => (
                  <RuleCard
                    rule={rule}
                    place={place}
                    fields={fields}
                    names={names}
                    readOnly={readOnly}
                    wrong={wrong?.rule === place ? wrong : undefined}
                    onChange={(part, group) => change((now) => changeRule(now, rule.key, part), group && `${rule.key} ${group}`)}
                    onCopy={() => change((now) => withCopy(now, rule.key))}
                    onRemove={() => change((now) => ({ rules: now.rules.filter(({ key }) => key !== rule.key) }))}
                  />
                )}
              </Sortable>
              {!readOnly && (
                <Button onClick={() => change(withRule)}>
                  <IconPlus size={15} stroke={1.7} />
                  {t('layouts.rules.add')}
                </Button>
              )}
            </>
          )}
        </div>
        {draft !== undefined && (
          <RulesTry
            scope={scope}
            rev={stored?.updatedAt ?? 0}
            rules={wrongOf(draft, { fields, names }) === undefined ? toRules(draft) : undefined}
            onWrong={(field) => setWrong(placeOfAnswer(field))}
          />
        )}
      </div>
      {draft !== undefined && <PageFormFoot form={form} readOnly={readOnly} onSave={() => void form.save()} />}
    </div>
  )
}
