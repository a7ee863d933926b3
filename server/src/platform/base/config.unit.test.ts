import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const pem = { ENDCAP_TLS_CERT: '/etc/endcap/cert.pem', ENDCAP_TLS_KEY: '/etc/endcap/key.pem' }

describe('settings of TLS', () => {
  test.each([
    ['without a certificate the broker has its plain port', {}, { mqttPort: 1883, mqttsPort: undefined }],
    ['with a certificate it has the port for TLS alone', pem, { mqttPort: undefined, mqttsPort: 8883 }],
    [
      'with a certificate it has the plain port as well where that is asked for',
      { ...pem, ENDCAP_MQTT_PORT: '1884' },
      { mqttPort: 1884, mqttsPort: 8883 },
    ],
    ['the port for TLS may be another', { ...pem, ENDCAP_MQTTS_PORT: '9883' }, { mqttPort: undefined, mqttsPort: 9883 }],
    ['an empty setting is none', { ...pem, ENDCAP_MQTT_PORT: '' }, { mqttPort: undefined, mqttsPort: 8883 }],
  ])('the ports of MQTT follow the settings: %s', (_, env, ports) => {
    expect(readConfig(env)).toMatchObject(ports)
  })
  test('names certificate and key', () => {
    expect(readConfig({}).tls).toBeUndefined()
    expect(readConfig(pem).tls).toEqual({ certFile: pem.ENDCAP_TLS_CERT, keyFile: pem.ENDCAP_TLS_KEY })
  })
  test.each([
    ['a certificate without its key', { ENDCAP_TLS_CERT: 'a.pem' }, 'ENDCAP_TLS_KEY: is needed with ENDCAP_TLS_CERT'],
    ['a key without its certificate', { ENDCAP_TLS_KEY: 'a.pem' }, 'ENDCAP_TLS_CERT: is needed with ENDCAP_TLS_KEY'],
    ['a port for TLS without a certificate', { ENDCAP_MQTTS_PORT: '8883' }, 'ENDCAP_TLS_CERT: is needed with ENDCAP_MQTTS_PORT'],
    ['a port that is none', { ...pem, ENDCAP_MQTTS_PORT: '70000' }, 'ENDCAP_MQTTS_PORT: must be 0 to 65535'],
  ])('settings of TLS are refused: %s', (_, env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})
