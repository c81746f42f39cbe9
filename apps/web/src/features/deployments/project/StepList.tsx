import { CheckOutlined, CloseOutlined, LoadingOutlined } from '@ant-design/icons'
import { type DeployStep, deploySteps } from './deploy-project.ts'

const names: Record<DeployStep, string> = {
  export: 'Export the project as a tool',
  workflow: 'Make a workflow with the tool',
  ends: 'Take files from calls, answer with values',
  deployment: 'Give it an address',
  key: 'Give it a key',
}

type Props = { readonly step: DeployStep | undefined; readonly isFailed: boolean }

/** What is done, what goes on, and what is still to do. */
export function StepList({ step, isFailed }: Props) {
  const at = step ? deploySteps.indexOf(step) : -1
  return (
    <ol className="deploy-steps">
      {deploySteps.map((name, i) => (
        <li key={name} data-done={i < at} aria-current={i === at ? 'step' : undefined}>
          <span className="deploy-mark">
            {i < at && <CheckOutlined aria-label="Done" />}
            {i === at && isFailed && <CloseOutlined aria-label="Failed" />}
            {i === at && !isFailed && <LoadingOutlined aria-label="Goes on" />}
          </span>
          {names[name]}
        </li>
      ))}
    </ol>
  )
}
