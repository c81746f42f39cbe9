import { maxRuns } from '@recto/contract/prompt-studio/studio-runs'
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

/**
 * Shows the estimated cost of running everything before the run, and lets the user exclude
 * profiles.
 */
export function EstimateDialog({ scope, onRun, onClose }: Props) {
  const { project, profiles } = useEditor()
  const { data: estimates, error } = useQuery(estimate(project.id, scope))
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set())
  const profileIds = scope.profileIds.filter((id) => !excludedIds.has(id))
  const { promptIds, documentIds } = scope
  const values = promptIds.length * documentIds.length * profileIds.length
  const isTooMuch = values > maxRuns
  const includedEstimates = estimates?.filter(({ profileId }) => !excludedIds.has(profileId))

  function handleToggle(id: string) {
    setExcludedIds(
      (previous) =>
        new Set(
          previous.has(id)
            ? [...previous].filter((excludedId) => excludedId !== id)
            : [...previous, id],
        ),
    )
  }

  return (
    <Modal
      open
      width={560}
      title="Run all prompts on all documents?"
      okText={`Run ${formatCount(values, 'value')}`}
      okButtonProps={{ disabled: values === 0 || isTooMuch }}
      onOk={() => onRun({ promptIds, documentIds, profileIds })}
      onCancel={onClose}
    >
      <p>
        {formatCount(promptIds.length, 'prompt')} on {formatCount(documentIds.length, 'document')}{' '}
        with {formatCount(profileIds.length, 'LLM profile')}. You can cancel at any time. Values
        that are already extracted are kept.
      </p>
      <table className="estimate">
        <caption className="visually-hidden">Estimated cost</caption>
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
              <tr key={id} data-left={excludedIds.has(id)}>
                <th scope="row">
                  <Checkbox checked={!excludedIds.has(id)} onChange={() => handleToggle(id)}>
                    {name}
                  </Checkbox>
                </th>
                <EstimateCells estimate={estimates?.find(({ profileId }) => profileId === id)} />
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <EstimateCells estimate={includedEstimates && sumEstimates(includedEstimates)} />
          </tr>
        </tfoot>
      </table>
      {error && <p role="alert">{explain(error, 'Failed to estimate the cost')}</p>}
      <p className="faint estimate-note">
        {includedEstimates ? describeBasis(includedEstimates) : 'Estimating…'}
      </p>
    </Modal>
  )
}

type EstimateCellsProps = { readonly estimate: Omit<ProfileEstimate, 'profileId'> | undefined }

function EstimateCells({ estimate }: EstimateCellsProps) {
  if (!estimate) {
    return (
      <td colSpan={3}>
        <span className="bone estimate-bone" />
      </td>
    )
  }
  return (
    <>
      <td>{estimate.values.toLocaleString('en')}</td>
      <td>{estimate.tokens === 0 ? 'none' : `about ${formatRounded(estimate.tokens)}`}</td>
      <td>{formatCost(estimate)}</td>
    </>
  )
}

function sumEstimates(estimates: readonly ProfileEstimate[]): Omit<ProfileEstimate, 'profileId'> {
  return estimates.reduce(
    (sum, estimate) => ({
      values: sum.values + estimate.values,
      tokens: sum.tokens + estimate.tokens,
      dollars:
        sum.dollars === null || estimate.dollars === null ? null : sum.dollars + estimate.dollars,
      knownCount: sum.knownCount + estimate.knownCount,
    }),
    { values: 0, tokens: 0, dollars: 0 as number | null, knownCount: 0 },
  )
}

const ONE_CENT = 0.01

function formatCost({ dollars }: Pick<ProfileEstimate, 'dollars'>): string {
  if (dollars === null) return 'unknown'
  if (dollars === 0) return 'free'
  return dollars < ONE_CENT ? 'less than $0.01' : `about $${dollars.toFixed(2)}`
}

function describeBasis(estimates: readonly ProfileEstimate[]): string {
  const { values, knownCount, dollars } = sumEstimates(estimates)
  const unpricedNote =
    dollars === null ? ' For models without a known price, only tokens are shown.' : ''
  if (values > 0 && knownCount === values) return `Based on earlier runs.${unpricedNote}`
  if (knownCount === 0) return `Based on the number of pages and the model prices.${unpricedNote}`
  return `Based on earlier runs for ${knownCount} of ${values} values, and on the number of pages for the rest.${unpricedNote}`
}

/** Rounds to two significant digits. */
const formatRounded = (tokens: number): string => Number(tokens.toPrecision(2)).toLocaleString('en')

const formatCount = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
