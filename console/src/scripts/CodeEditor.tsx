/** An editor of Python. Loaded with the screens of scripts only. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { python } from '@codemirror/lang-python'
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { MergeView } from '@codemirror/merge'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '../ui/use-latest.ts'
import { clsx } from 'clsx'
import styles from './scripts.module.css'

/** Something is wrong in a line, counted from 1. */
export interface Mark {
  line: number
  message: string
}

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    color: 'var(--code-keyword)',
  },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.className], color: 'var(--code-name)' },
])

function useBase(label: string): Extension {
  const { t } = useTranslation()
  const phrase = (name: string) => t(`scripts.find.${name}`)
  return [
    python(),
    lineNumbers(),
    drawSelection(),
    indentUnit.of('    '),
    EditorState.tabSize.of(4),
    syntaxHighlighting(colours),
    bracketMatching(),
    highlightSelectionMatches(),
    // What may not be edited can be reached by Tab all the same, to be read and scrolled.
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    EditorState.phrases.of({
      Find: phrase('find'),
      Replace: phrase('with'),
      next: phrase('next'),
      previous: phrase('previous'),
      all: phrase('all'),
      'match case': phrase('case'),
      regexp: phrase('pattern'),
      'by word': phrase('word'),
      replace: phrase('replace'),
      'replace all': phrase('replaceAll'),
      close: phrase('close'),
    }),
  ]
}

interface EditorProps {
  label: string
  code: string
  readOnly: boolean
  hint: string
  marks: readonly Mark[]
  /** Scrolls to this line; another object for each time. */
  jump?: { line: number } | undefined
  onChange: (code: string) => void
}

export function CodeEditor({ label, code, readOnly, hint, marks, jump, onChange }: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const change = useLatest(onChange)
  const base = useBase(label)
  const [locked] = useState(() => new Compartment())
  const [first] = useState({ base, code, hint })
  useEffect(() => {
    const made = new EditorView({
      ...(place.current !== null && { parent: place.current }),
      state: EditorState.create({
        doc: first.code,
        extensions: [
          first.base,
          history(),
          indentOnInput(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          lintGutter(),
          search({ top: true }),
          // Tab indents; Esc and then Tab leaves the editor.
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
          placeholder(first.hint),
          locked.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [first, locked, change])
  useEffect(() => {
    const { current } = view
    if (current !== undefined && current.state.doc.toString() !== code)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: code } })
  }, [code])
  useEffect(() => {
    view.current?.dispatch({ effects: locked.reconfigure([EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]) })
  }, [locked, readOnly])
  useEffect(() => {
    const { current } = view
    if (current === undefined) return
    const { doc } = current.state
    const found = marks.flatMap(({ line, message }): Diagnostic[] => {
      if (line < 1 || line > doc.lines) return []
      const { from, to } = doc.line(line)
      return [{ from, to, severity: 'error', message }]
    })
    current.dispatch(setDiagnostics(current.state, found))
  }, [marks])
  useEffect(() => {
    const { current } = view
    if (current === undefined || jump === undefined) return
    const line = current.state.doc.line(Math.min(Math.max(1, jump.line), current.state.doc.lines))
    current.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: 'center' }) })
    current.focus()
  }, [jump])
  return <div className={styles.code} data-part="code" ref={place} />
}

/** An older version beside what stands in the editor: what was taken away and what came. */
export function CodeComparison({ before, after, labels }: { before: string; after: string; labels: [string, string] }) {
  const place = useRef<HTMLDivElement>(null)
  const [left, right] = [useBase(labels[0]), useBase(labels[1])]
  const [extensions] = useState({ left, right })
  useEffect(() => {
    const locked = [EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.lineWrapping]
    const focus = EditorView.contentAttributes.of({ role: 'textbox', 'aria-readonly': 'true', 'aria-multiline': 'true' })
    const view = new MergeView({
      a: { doc: before, extensions: [extensions.left, locked, focus] },
      b: { doc: after, extensions: [extensions.right, locked, focus] },
      ...(place.current !== null && { parent: place.current }),
      gutter: true,
      highlightChanges: true,
    })
    return () => view.destroy()
  }, [before, after, extensions])
  return <div className={clsx(styles.code, styles.compare)} data-part="compare" ref={place} />
}
