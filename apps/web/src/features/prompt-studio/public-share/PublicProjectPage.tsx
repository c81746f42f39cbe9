import { Editor } from '../editor/Editor.tsx'
import { PublicHeader } from './PublicHeader.tsx'
import { PublicPrompts } from './PublicPrompts.tsx'
import { SharedPage } from './SharedPage.tsx'

/** A project as everybody reads it who has its link. */
export function PublicProjectPage() {
  return (
    <SharedPage
      draw={({ shareId, ...shared }) => (
        <Editor
          {...shared}
          header={<PublicHeader shareId={shareId} />}
          drawPrompts={(outputs) => <PublicPrompts outputs={outputs} />}
        />
      )}
    />
  )
}
