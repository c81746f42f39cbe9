/** Default prompt for a summary. */
export const defaultSummaryPrompt = `Write a high-quality summary of the document below. Say only what the document says.
Keep every name, identifier, amount and date that somebody could ask for.
Write numbers without formatting: no currency signs and no thousands separators. Write dates as YYYY-MM-DD.`
