/** An editor whose slides are not known: yet, or at all. */
import { Link } from '@tanstack/react-router'
import { Problem } from './Problem.tsx'
import { buttonClass } from './button-class.ts'
import { PageHead } from './PageHead.tsx'
import { Message } from './Message.tsx'
import { Skeleton } from './Skeleton.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from './helpers.module.css'

interface Props {
  heading: string
  /** Of what failed. */
  query: { error: Error | null; refetch: () => unknown } | undefined
  /** There is no such thing. */
  unknown: string | undefined
  list: string
  toList: string
}

export function EditorWaits({ heading, query, unknown, list, toList }: Props) {
  const link = (
    <Link className={buttonClass()} to={list} search={{}} style={{ textDecoration: 'none' }}>
      {toList}
    </Link>
  )
  return (
    <div className={editorStyles.editor}>
      <PageHead>
        <h1>{heading}</h1>
      </PageHead>
      {unknown !== undefined ? (
        <Message role="alert">
          <span className={helpers.grow}>{unknown}</span>
          {link}
        </Message>
      ) : (
        query !== undefined && <Problem query={query}>{link}</Problem>
      )}
      {query === undefined && (
        <div className={editorStyles.editorParts} aria-busy="true">
          <div className={editorStyles.editorMain}>
            <Skeleton style={{ height: 96, margin: '0 16px 12px' }} />
            <Skeleton style={{ height: 260, margin: '0 16px' }} />
          </div>
          <div className={editorStyles.editorSide}>
            <Skeleton style={{ height: 360, margin: 16 }} />
          </div>
        </div>
      )}
    </div>
  )
}
