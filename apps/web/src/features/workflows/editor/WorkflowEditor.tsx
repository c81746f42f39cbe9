import { useState } from 'react'
import {
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import { SidePanel } from '../panel/SidePanel.tsx'
import { PublishBar } from '../versions/PublishBar.tsx'
import type { Workflow } from '../workflow.ts'
import { EditorHeader } from './EditorHeader.tsx'
import type { EditorParts } from './parts.ts'
import { type Stage, stages } from './parts.ts'
import { type Ends, runRefusal } from './refusals.ts'
import { StageList } from './StageList.tsx'
import './editor.css'

type Props = {
  readonly workflow: Workflow
  readonly ends: Ends
  readonly parts: EditorParts
}

/**
 * The stages in the left pane, the data of the selected stage in the right pane, and the tools next to them.
 */
export function WorkflowEditor({ workflow, ends, parts }: Props) {
  const search = textIn(useAddressSearch().stage)
  const selected = stages.find((stage) => stage === search)
  const change = useChangeAddressSearch()
  const select = (stage: Stage) => change({ stage: stage === selected ? undefined : stage })
  const [panelTab, setPanelTab] = useState<'tools' | 'settings'>('tools')
  const { Deployed, StageData, Steps } = parts

  function openSettings() {
    change({ stage: 'tool' })
    setPanelTab('settings')
  }

  return (
    <div className="workflow-editor">
      <EditorHeader workflow={workflow} ends={ends} parts={parts} />
      <Deployed workflow={workflow} />
      <PublishBar workflow={workflow} draftRefusal={runRefusal(workflow, ends)} />
      <Steps
        workflow={workflow}
        refusal={runRefusal(workflow, ends)}
        fetchesFiles={ends.source.connection !== 'API'}
      />
      <div className="workflow-body">
        <StageList
          workflow={workflow}
          ends={ends}
          selected={selected}
          parts={parts}
          onSelect={select}
          onSettings={openSettings}
        />
        <section className="stage-data sheet" aria-label="Input and output">
          {selected ? (
            <StageData stage={selected} />
          ) : (
            <p className="stage-data-none">
              Select a workflow stage to see input and output data here.
            </p>
          )}
        </section>
        <SidePanel
          workflow={workflow}
          isToolSelected={selected === 'tool'}
          tab={panelTab}
          onTab={setPanelTab}
        />
      </div>
    </div>
  )
}
