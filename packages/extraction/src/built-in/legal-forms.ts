/** A word that only the name of a company ends with, in the forms of many countries. */
const legalForm =
  /(?<=[\p{L}\p{N}&)'’.] ?,? ?)(?<![\p{L}\p{N}])(?:Ltd|Limited|LLC|L\.L\.C|LLP|Inc|Incorporated|Corp|Corporation|PLC|plc|Pty|GmbH|mbH|AG|KG|OHG|UG|e\.\s?K|SE|S\.?A\.?R\.?L|SARL|Sarl|SAS|SASU|S\.?A\.?S|S\.A|SA|EURL|SNC|B\.\s?V|BV|N\.\s?V|NV|V\.O\.F|S\.\s?r\.\s?l|S\.R\.L|Srl|S\.p\.A|SpA|S\.L|SL|S\.L\.U|Lda|Ltda|Oy|AB|ApS|A\/S|AS|ASA|sp\. z o\.o|s\.r\.o|Sdn\.? Bhd|SDN\.? BHD|Bhd|BHD|S\/B|Co)(?![\p{L}\p{N}])\.?(?:,? (?:Ltd|Limited|Inc|KG|LLC|Bhd)\.?)?/gu

/** The first legal form in a text, and where it stands. */
export const legalFormIn = (text: string): RegExpExecArray | undefined =>
  [...text.matchAll(legalForm)][0]
