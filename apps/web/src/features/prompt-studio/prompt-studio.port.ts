export {
  applyCalibration,
  type Calibration,
  calibrationsIn,
  type NestedConfidence,
} from './calibration.ts'
export { acceptedFiles } from './documents/check-file.ts'
export { useSelectDocument } from './documents/use-select-document.ts'
export { Editor } from './editor/Editor.tsx'
export { EditorSkeleton } from './editor/EditorSkeleton.tsx'
export type { PromptOutput } from './output.ts'
export { CombinedOutput } from './outputs/CombinedOutput.tsx'
export { ConfidenceBadge } from './outputs/ConfidenceBadge.tsx'
export { describeContradiction, describeEvidence } from './outputs/describe-evidence.ts'
export type { ParsedValue } from './outputs/format-value.ts'
export { NotFound } from './outputs/NotFound.tsx'
export { OutputValue } from './outputs/OutputValue.tsx'
export { Toggletip } from './outputs/Toggletip.tsx'
export {
  type Branch,
  buildValueTree,
  type Leaf,
  type ValueNode,
} from './outputs/value-tree.ts'
export { ProjectPage } from './ProjectPage.tsx'
export type { Prompt } from './prompt.ts'
export { organizationOfSession } from './public-share/PublicHeader.tsx'
export { SharedProject } from './public-share/SharedPage.tsx'
export { useEditor } from './state/editor-context.ts'
export { type Pane, useChangeEditorSearch, useEditorSearch } from './state/editor-search.ts'
export { ViewerErrorMessageContext } from './state/page-context.ts'
export { Thumbnails } from './viewer/Thumbnails.tsx'
