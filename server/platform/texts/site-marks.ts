import { escapeHtml } from '../markup.ts'

/**
 * Placeholders for the site's name and contact address in texts written before these are loaded; pages and mails are filled in
 * when sent. Uses noncharacters, which Unicode reserves for internal use. Member text never contains them: the contract rejects
 * them (isUsableText), and external names are stripped of them (lineFrom, normalText).
 */
export const SITE_NAME = '\ufdd0'
export const SITE_CONTACT = '\ufdd1'

interface Site {
  name: string
  contact: string
}

const MARKS = new RegExp(`[${SITE_NAME}${SITE_CONTACT}]`, 'g')
const SCRIPTS_AND_MARKS = new RegExp(`<script[^>]*>[\\s\\S]*?</script>|${MARKS.source}`, 'g')
const shownFor = (mark: string, site: Site) => (mark === SITE_NAME ? site.name : site.contact)

/** Fills placeholders in plain text, such as the subject of a mail. */
export const withSite = (text: string, site: Site): string => text.replace(MARKS, (mark) => shownFor(mark, site))

/** Fills placeholders in JSON text. */
export const withSiteInJson = (json: string, site: Site): string =>
  json.replace(MARKS, (mark) => JSON.stringify(shownFor(mark, site)).slice(1, -1).replaceAll('<', '\\u003c'))

/** Fills placeholders in HTML and XML. Scripts contain JSON. */
export const withSiteInMarkup = (markup: string, site: Site): string =>
  markup.replace(SCRIPTS_AND_MARKS, (found) =>
    found.length > 1 ? withSiteInJson(found, site) : escapeHtml(shownFor(found, site)),
  )
