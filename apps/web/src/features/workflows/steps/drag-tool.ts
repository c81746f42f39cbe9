const KIND = 'application/x-recto-tool'

/** Adds a tool to the data of a drag. */
export function dragTool(transfer: DataTransfer, toolId: string): void {
  transfer.setData(KIND, toolId)
  transfer.effectAllowed = 'copy'
}

/** Returns the id of the dropped tool; empty if something else was dropped. */
export const toolIn = (transfer: DataTransfer): string => transfer.getData(KIND)
