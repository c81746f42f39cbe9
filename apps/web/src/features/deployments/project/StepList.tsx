import { CheckOutlined, CloseOutlined, LoadingOutlined } from '@ant-design/icons'
import { type DeployStep, deploySteps } from './deploy-project.ts'

const names: Record<DeployStep, string> = {
  export: 'Export the project as a tool',
  workflow: 'Create a workflow with the tool',
  ends: 'Set source and destination to API',
  deployment: 'Create the API deployment',
  key: 'Create an API key',
}

type Props = { readonly step: DeployStep | undefined; readonly isFailed: boolean }

/** Lists the steps that are done, in progress, and still to do. */
export function StepList({ step, isFailed }: Props) {
  const index = step ? deploySteps.indexOf(step) : -1
  return (
    <ol className="deploy-steps">
      {deploySteps.map((name, i) => (
        <li key={name} data-done={i < index} aria-current={i === index ? 'step' : undefined}>
          <span className="deploy-mark">
            {i < index && <CheckOutlined aria-label="Done" />}
            {i === index && isFailed && <CloseOutlined aria-label="Failed" />}
            {i === index && !isFailed && <LoadingOutlined aria-label="In progress" />}
          </span>
          {names[name]}
        </li>
      ))}
    </ol>
  )
}
