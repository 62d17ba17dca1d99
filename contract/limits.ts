/** All limits of the product. Sizes are in bytes; times are in the unit in the name. */

export const KIBIBYTE = 1024
export const MEBIBYTE = 1024 * KIBIBYTE

// Accounts
export const EMAIL_MIN_CHARS = 5
export const EMAIL_MAX_CHARS = 254
export const PASSWORD_MIN_CHARS = 6
export const PASSWORD_MAX_CHARS = 128
export const USERNAME_MIN_CHARS = 3
export const USERNAME_MAX_CHARS = 50
export const DISPLAY_NAME_MIN_CHARS = 3
export const DISPLAY_NAME_MAX_CHARS = 50
export const BIO_MAX_CHARS = 500
export const AVATAR_MAX_BYTES = 5 * MEBIBYTE
/** Time in which a registration can be verified; until then, it reserves its username. */
export const REGISTRATION_TTL_HOURS = 24
/** Registrations per address and hour, from one network and in total. Each sends an email. */
export const REGISTRATIONS_PER_ADDRESS_AND_NETWORK_PER_HOUR = 10
export const REGISTRATIONS_PER_ADDRESS_PER_HOUR = 20
/** Pending registrations per address; above this, the oldest one of the busiest network is dropped. */
export const REGISTRATIONS_WAITING_PER_ADDRESS = 20
/** Pending registrations per network; counts as a request limit. */
export const REGISTRATIONS_WAITING_PER_NETWORK = 60
export const EMAIL_CHANGES_PER_HOUR = 5
export const CHANGED_USERNAME_HOLD_DAYS = 30
/** Former usernames reserved for one member at a time; this also limits the number of changes in that period. */
export const CHANGED_USERNAMES_HELD = 3
export const DELETED_USERNAME_HOLD_DAYS = 90
export const MINIMUM_AGE_YEARS = 13

// Codes
export const CODE_DIGITS = 6
export const CODE_TTL_SECONDS = 600
/** Wrong codes allowed per client, and in total. */
export const CODE_MAX_ATTEMPTS = 5
export const CODE_MAX_ATTEMPTS_IN_ALL = 20
export const RESEND_FIRST_WAIT_SECONDS = 30
export const RESEND_LATER_WAIT_SECONDS = 120
export const FORGOT_FALLBACK_WAIT_SECONDS = 900
export const FORGOT_FALLBACK_EXPIRY_SECONDS = 600

// Sessions
export const SESSION_TTL_DAYS = 90
/** A session that is unused for this long ends. */
export const SESSION_IDLE_DAYS = 30
/** Period in which signing in or confirming counts as fresh proof of identity for irreversible actions. */
export const FRESH_PROOF_SECONDS = 600

/** Retention of security log events. */
export const SECURITY_LOG_DAYS = 180

// Passkeys and personal access tokens
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX_CHARS = 60
export const ACCESS_TOKENS_MAX = 20
export const ACCESS_TOKEN_NAME_MAX_CHARS = 60
export const ACCESS_TOKEN_CALLS_PER_MINUTE = 300

/** Keys of the GIF provider. */
export const GIF_KEYS_MAX = 50

// Webhooks
export const WEBHOOKS_MAX = 10
export const WEBHOOK_URL_MAX_CHARS = 2000
export const WEBHOOK_DELIVERIES_SHOWN = 100

// Pages
export const SECURITY_EVENTS_PAGE_SIZE = 20
export const PAGE_LIMIT_MAX = 100
export const FEED_PAGE_SIZE = 50
export const SEARCH_PAGE_SIZE = 50
export const PERSONAL_PAGE_SIZE = 50
export const FOLLOW_MODAL_PAGE_SIZE = 50
export const FOLLOW_ACCOUNT_PAGE_SIZE = 20
export const TRENDING_PAGE_SIZE = 15
export const SIMILAR_PAGE_SIZE = 20
export const TEMPLATE_PAGE_SIZE = 24
export const SEARCH_QUERY_MAX_CHARS = 200

// Memes and pictures
export const MEME_NAME_MAX_CHARS = 100
export const MEME_DESCRIPTION_MAX_CHARS = 500
export const MEME_ALT_TEXT_MAX_CHARS = 500
/** Corrected words of a picture. */
export const IMAGE_TEXT_MAX_CHARS = 5000
export const PICTURE_MAX_BYTES = 10 * MEBIBYTE
export const PICTURE_MAX_PIXELS_PER_FRAME = 50_000_000
/** The longest side that browsers can display. */
export const PICTURE_MAX_SIDE_PX = 32_767
export const PICTURE_MAX_FRAMES = 300
/** Decoding stores four bytes per pixel on disk and takes about ten seconds for this many pixels. */
export const PICTURE_MAX_PIXELS_ALL_FRAMES = 100_000_000
export const PICTURE_MEDIUM_WIDTH_PX = 1080
export const PICTURE_SMALL_WIDTH_PX = 480
/** WebP's maximum side; the medium and small versions of a taller picture are narrower. */
export const WEBP_MAX_SIDE_PX = 16_383
export const TAGS_PER_MEME_MAX = 20
/** Named albums per member, and memes per album. */
export const ALBUMS_MAX = 50
/** Aliases of all tags together. */
export const TAG_ALIASES_MAX = 10_000
/** Saved searches of a member. */
export const SAVED_SEARCHES_MAX = 20
export const ALBUM_MEMES_MAX = 500
export const ALBUM_NAME_MAX_CHARS = 60
/** Tags that a member may follow. */
export const TAG_FOLLOWS_MAX = 200
export const TAG_MAX_CHARS = 50
/** Longest name, description, and captions together that tags are suggested for. */
export const SUGGESTION_TEXT_MAX_CHARS = 3000

// Captions
export const CAPTIONS_MAX = 20
/** Memes that can be moved to a new template at once. */
export const SPLIT_MEMES_MAX = 100
export const CAPTION_TEXT_MAX_CHARS = 500
/** Total length of all captions that the server draws in one request. */
export const CAPTIONS_DRAWN_MAX_CHARS = 2000
/** Strokes of the repair brush on one template's picture, those saved at once, and points of a stroke. */
export const REPAIRS_MAX = 100
export const REPAIRS_AT_ONCE_MAX = 40
export const REPAIR_POINTS_MAX = 100
/** Longest side of a template's clean picture, and of pictures rendered from it. */
export const TEMPLATE_PICTURE_MAX_PX = 1080

// Actions
export const VIEW_WINDOW_SECONDS = 1800
export const COPY_WINDOW_SECONDS = 10
export const FREQUENT_HALF_LIFE_DAYS = 14
export const FREQUENT_POINTS = { view: 1, copy: 4, like: 3, 'add-to-album': 5 } as const
export const SEEN_BATCH_MAX = 100
/** A meme counts as seen once half of its tile has been in view for this long. */
export const SEEN_AFTER_MS = 1000
export const FEED_MAX_PER_CREATOR = 3
/** At most `FEED_MAX_PER_CREATOR` memes of one creator or template among this many memes in a row. */
export const FEED_DIVERSITY_WINDOW = 50

// Bulk upload
export const BULK_MAX_FILES = 50
export const BULK_FILE_MAX_BYTES = 10 * MEBIBYTE
/** Accepted but unprocessed files per member, over all their uploads. */
export const BULK_FILES_WAITING_MAX = 500
/** A declared file that has not arrived by then fails. */
export const BULK_AWAITED_HOURS = 24
/** Size of a file's parts behind a proxy that refuses whole files; many refuse bodies above 1 MiB. */
export const BULK_PART_BYTES = 768 * KIBIBYTE
/** Minimum size of every part but the last, which bounds their number. */
export const BULK_PART_MIN_BYTES = 64 * KIBIBYTE
/** Received parts of unfinished files, per member and of all members. */
export const BULK_UNFINISHED_MAX_BYTES = 200 * MEBIBYTE
export const BULK_UNFINISHED_SITE_MAX_BYTES = 5000 * MEBIBYTE
export const BULK_PERCENT_INSIDE_ABOVE = 15
export const BULK_STREAM_CLOSE_DELAY_MS = 2000
export const STREAM_HEARTBEAT_SECONDS = 15

// Follows
export const FOLLOWER_MAIL_EVERY_SECONDS = 3600

/** People that one member may block; muting has a separate limit of the same size. */
export const HIDDEN_PEOPLE_MAX = 1000

/** Maximum "not interested" entries per member: memes, templates, people and tags together. */
export const NOT_INTERESTED_MAX = 3000

// Notifications
export const NOTIFICATIONS_PAGE_SIZE = 20
export const NOTIFICATIONS_KEPT_DAYS = 90
/** Notifications retained per member; the oldest are deleted first. */
export const NOTIFICATIONS_KEPT = 500
export const NOTIFICATION_STREAM_SECONDS = 600
export const PUSH_ENDPOINT_MAX_CHARS = 1000
/** Browsers per member that receive push notifications; the oldest are dropped first. */
export const PUSH_SUBSCRIPTIONS_MAX = 10

// Moderation
export const REPORT_NOTE_MAX_CHARS = 1000

export const DECISION_REASON_MAX_CHARS = 1000
/** Period in which a moderator can undo a decision; emails about it wait until it ends. */
export const DECISION_UNDO_SECONDS = 10
export const APPEAL_MAX_CHARS = 2000
export const MODERATION_PAGE_SIZE = 20
/** The maximum number of reports shown per meme. */
export const REPORTS_SHOWN_PER_MEME = 20

// Site settings
export const SITE_NAME_MAX_CHARS = 40
export const SITE_DESCRIPTION_MAX_CHARS = 300
/** Languages of a site. */
export const LANGUAGES_MAX = 100
export const SITE_RULES_MAX_CHARS = 10_000
export const ACCENT_COLOR = /^#[0-9a-f]{6}$/i
export const MAIL_DOMAINS_MAX = 100
export const UPLOADS_PER_DAY_MAX = 10_000
export const MEGABYTES_PER_DAY_MAX = 1_000_000
export const QUOTA_MEMES_MAX = 10_000_000
export const QUOTA_MEGABYTES_MAX = 10_000_000
export const ORIGINALS_DAYS_MAX = 36_500
/** Share of a quota, in percent, from which members and admins are warned. */
export const QUOTA_WARN_PERCENT = 80
export const REVIEW_MEMES_MAX = 1000
export const REVIEW_DAYS_MAX = 365

// Invites
export const INVITE_USES_MAX = 1000
export const INVITE_DAYS_MAX = 365
/** Validity of a link from an admin that sets a password. */
export const PASSWORD_LINK_DAYS = 7
export const INVITES_LIVE_MAX = 200

// Screens
export const VERIFY_REDIRECT_MS = 1000
export const PASSWORD_CHANGE_LOGOUT_MS = 2000
export const COPY_FEEDBACK_MS = 3000
export const TOGGLE_ANIMATION_MS = 1000
export const FEED_DEBOUNCE_MS = 300
export const SCROLL_DEBOUNCE_MS = 200
export const LOAD_MORE_WITHIN_PX = 500
export const SCROLL_TOP_AFTER_PX = 300
export const TOAST_CLOSE_MS = 4000
export const MOBILE_BELOW_PX = 768
export const TABLET_BELOW_PX = 1024
export const MINUTES_FROM_SECONDS = 60

/** Feed columns by viewport width: the first entry at least as wide as the viewport applies, otherwise the default. */
export const GRID_COLUMNS_DEFAULT = 6
export const GRID_COLUMNS = [
  { upToPx: 640, columns: 2 },
  { upToPx: 768, columns: 2 },
  { upToPx: 1024, columns: 3 },
  { upToPx: 1280, columns: 4 },
  { upToPx: 1536, columns: 5 },
] as const

/** The date of the current terms; stored with each account that accepts them. */
export const TERMS_VERSION = '2024-12-15'
