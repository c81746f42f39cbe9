import { mostRuns } from '@recto/contract/studio-runs'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { estimate, type ProfileEstimate } from '../estimate.queries.ts'
import type { Scope } from '../run.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import './estimate.css'

type Props = {
  readonly scope: Scope
  onRun(scope: Scope): void
  onClose(): void
}

/** Says what a run of everything will probably take, before it is asked for, and lets profiles be left out. */
export function EstimateDialog({ scope, onRun, onClose }: Props) {
  const { project, profiles } = useEditor()
  const { data: estimates, error } = useQuery(estimate(project.id, scope))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const profileIds = scope.profileIds.filter((id) => !left.has(id))
  const { promptIds, documentIds } = scope
  const values = promptIds.length * documentIds.length * profileIds.length
  const isTooMuch = values > mostRuns
  const chosen = estimates?.filter(({ profileId }) => !left.has(profileId))

  function handleToggle(id: string) {
    setLeft((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]))
  }

  return (
    <Modal
      open
      width={560}
      title="Run all prompts on all documents?"
      okText={`Run ${count(values, 'value')}`}
      okButtonProps={{ disabled: values === 0 || isTooMuch }}
      onOk={() => onRun({ promptIds, documentIds, profileIds })}
      onCancel={onClose}
    >
      <p>
        {count(promptIds.length, 'prompt')} on {count(documentIds.length, 'document')} with{' '}
        {count(profileIds.length, 'LLM profile')}. It can be stopped at any time; what was answered
        until then stays.
      </p>
      <table className="estimate">
        <caption className="visually-hidden">What it will probably take</caption>
        <thead>
          <tr>
            <th scope="col">LLM profile</th>
            <th scope="col">Values</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {profiles
            .filter(({ id }) => scope.profileIds.includes(id))
            .map(({ id, name }) => (
              <tr key={id} data-left={left.has(id)}>
                <th scope="row">
                  <Checkbox checked={!left.has(id)} onChange={() => handleToggle(id)}>
                    {name}
                  </Checkbox>
                </th>
                <Figures of={estimates?.find(({ profileId }) => profileId === id)} />
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <Figures of={chosen && together(chosen)} />
          </tr>
        </tfoot>
      </table>
      {error && <p role="alert">{explain(error, 'Failed to estimate the cost')}</p>}
      <p className="faint estimate-note">{chosen ? basisOf(chosen) : 'Estimating …'}</p>
    </Modal>
  )
}

function Figures({ of }: { readonly of: Omit<ProfileEstimate, 'profileId'> | undefined }) {
  if (!of) {
    return (
      <td colSpan={3}>
        <span className="bone estimate-bone" />
      </td>
    )
  }
  return (
    <>
      <td>{of.values.toLocaleString('en')}</td>
      <td>{of.tokens === 0 ? 'none' : `about ${rounded(of.tokens)}`}</td>
      <td>{costWords(of)}</td>
    </>
  )
}

function together(estimates: readonly ProfileEstimate[]): Omit<ProfileEstimate, 'profileId'> {
  return estimates.reduce(
    (sum, one) => ({
      values: sum.values + one.values,
      tokens: sum.tokens + one.tokens,
      dollars: sum.dollars === null || one.dollars === null ? null : sum.dollars + one.dollars,
      known: sum.known + one.known,
    }),
    { values: 0, tokens: 0, dollars: 0 as number | null, known: 0 },
  )
}

const CENT = 0.01

function costWords({ dollars }: Pick<ProfileEstimate, 'dollars'>): string {
  if (dollars === null) return 'price not known'
  if (dollars === 0) return 'free'
  return dollars < CENT ? 'less than $0.01' : `about $${dollars.toFixed(2)}`
}

function basisOf(estimates: readonly ProfileEstimate[]): string {
  const { values, known, dollars } = together(estimates)
  const unpriced = dollars === null ? ' Of a model without a price only the tokens are told.' : ''
  if (values > 0 && known === values) return `From what earlier runs took.${unpriced}`
  if (known === 0) return `From the pages of the documents and the prices of the models.${unpriced}`
  return `From what ${known} of ${values} values took before; the rest from the pages of the documents.${unpriced}`
}

/** Two figures that count. */
const rounded = (tokens: number): string => Number(tokens.toPrecision(2)).toLocaleString('en')

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
