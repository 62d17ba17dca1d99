import { escapeXml } from '#server/platform/markup.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { absolute, SITE } from './page-head.ts'

/** Returns the description that lets browsers search memes from the address bar. */
export function openSearchDescription(publicUrl: string): string {
  const home = escapeXml(absolute(publicUrl, '/'))
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${SITE}</ShortName>
  <Description>${escapeXml(textsOf('sharing', 'en')('openSearch'))}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <OutputEncoding>UTF-8</OutputEncoding>
  <Image width="16" height="16" type="image/x-icon">${home}favicon.ico</Image>
  <Url type="text/html" method="get" template="${home}?search={searchTerms}"/>
  <Url type="application/atom+xml" template="${home}feeds/search.atom?q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${home}opensearch.xml"/>
</OpenSearchDescription>
`
}
