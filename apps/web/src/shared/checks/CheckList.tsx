import {
  CheckOutcome,
  type CheckOutcomeName,
  type OtherDocument,
} from '@recto/contract/prompt-studio/checks'
import { Link } from '@tanstack/react-router'
import { Tag } from 'antd'
import { usePaths } from '../navigation/paths.ts'
import './checks.css'
import { z } from 'zod'

const outcomes: Readonly<Record<CheckOutcomeName, { label: string; color: string; rank: number }>> =
  {
    contradicted: { label: 'Contradicted', color: 'error', rank: 0 },
    not_judged: { label: 'Not evaluated', color: 'default', rank: 1 },
    confirmed: { label: 'Confirmed', color: 'success', rank: 2 },
  }

type Props = {
  readonly checks: readonly CheckOutcome[]
  /** Project in the studio; undefined if the documents are files of executions. */
  readonly projectId?: string
}

/**
 * Lists the outcomes of a document's checks, contradictions first, with the other documents
 * involved.
 */
export function CheckList({ checks, projectId }: Props) {
  const sortedChecks = checks.toSorted(
    (a, b) => outcomes[a.outcome].rank - outcomes[b.outcome].rank,
  )
  return (
    <ul className="checks" aria-label="Checks">
      {sortedChecks.map((check) => (
        <li key={`${check.across} ${check.name}`}>
          <CheckLine check={check} projectId={projectId} />
        </li>
      ))}
    </ul>
  )
}

type LineProps = { readonly check: CheckOutcome; readonly projectId: string | undefined }

function CheckLine({ check, projectId }: LineProps) {
  const { name, expression, outcome, fields, reason, documents } = check
  const { label, color } = outcomes[outcome]
  return (
    <>
      <p className="check-head">
        <Tag color={color}>{label}</Tag>
        <strong>{name}</strong>
        {fields.length > 0 && <span className="faint mono">{fields.join(', ')}</span>}
      </p>
      {expression !== null && <p className="check-expression mono">{expression}</p>}
      {reason !== null && <p>{reason}</p>}
      {documents.length > 0 && (
        <ul className="check-documents" aria-label={`Documents for ${name}`}>
          {documents.map((document) => (
            <li key={document.file_id ?? document.document_id ?? document.name}>
              <DocumentLink document={document} projectId={projectId} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type DocumentProps = {
  readonly document: OtherDocument
  readonly projectId: string | undefined
}

function DocumentLink({ document, projectId }: DocumentProps) {
  const { name, execution_id, file_id, document_id } = document
  const to = usePaths()
  if (execution_id && file_id) {
    return (
      <Link to={to.executionLog('WF', execution_id)} search={{ file: file_id } as never}>
        {name}
      </Link>
    )
  }
  if (projectId && document_id) {
    return (
      <Link to={to.project(projectId)} search={{ document: document_id, view: 'checks' } as never}>
        {name}
      </Link>
    )
  }
  return name
}

const WithChecks = z.object({ checks: z.array(CheckOutcome) })

/** Returns the check outcomes of a result; empty if there were no checks. */
export function checksIn(metadata: unknown): readonly CheckOutcome[] {
  const parsedMetadata = WithChecks.safeParse(metadata)
  return parsedMetadata.success ? parsedMetadata.data.checks : []
}
