const KIND = 'application/x-recto-tool'

/** Puts a tool into a drag. */
export function dragTool(transfer: DataTransfer, toolId: string): void {
  transfer.setData(KIND, toolId)
  transfer.effectAllowed = 'copy'
}

/** The tool that was dropped; empty when it was something else. */
export const toolIn = (transfer: DataTransfer): string => transfer.getData(KIND)
