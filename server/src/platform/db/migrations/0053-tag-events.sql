-- What tags told besides their readings: what somebody did at them, that they started again, that their glass may show something else.
create table tag_events (
  store_code text not null,
  tag_mac text not null,
  event text not null check (event in ('doubt', 'button', 'button2', 'nfc', 'light', 'restart')),
  gw_mac text not null,
  told_at timestamptz not null
) partition by range (told_at);
create index tag_events_by_tag on tag_events (store_code, tag_mac, told_at desc);
